/// The stage: renderer, camera, lights. Draws only when something has changed.

import { AmbientLight, DirectionalLight, HemisphereLight, PerspectiveCamera, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three-jsm/controls/OrbitControls.js';

const fieldOfView = 30;
const flight = 450;  // milliseconds

export class View {
  constructor(stage) {
    this.stage = stage;
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: false });
    this.renderer.gammaOutput = true;
    this.renderer.gammaFactor = 2.2;
    this.renderer.localClippingEnabled = true;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2));
    this.canvas = this.renderer.domElement;
    stage.append(this.canvas);
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(fieldOfView, 1, 0.001, 100);
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(2, -3.2, 1.8);
    this.scene.add(this.camera, new HemisphereLight(0xffffff, 0x8b98a8, 0.5), new AmbientLight(0xffffff, 0.1));
    const lamp = new DirectionalLight(0xffffff, 0.55);
    lamp.position.set(-0.45, 0.65, 0.85);
    this.camera.add(lamp);
    this.controls = new OrbitControls(this.camera, this.canvas);
    Object.assign(this.controls, { enableKeys: false, screenSpacePanning: true, minDistance: 1e-5, maxDistance: 60 });
    this.controls.addEventListener('change', () => this.redraw());
    this.canvas.addEventListener('mousedown', () => { this.goal = null; });
    this.canvas.addEventListener('wheel', () => { this.goal = null; });
    this.section = new Plane(new Vector3(-1, 0, 0), 10);
    this.clipping = [];
    this.onresize = () => {};
    new ResizeObserver(() => this.resize()).observe(stage);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.onresize(width, height);
    this.draw();
  }

  redraw() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(now => {
      this.pending = false;
      this.advance(now);
      this.draw();
    });
  }

  draw() {
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(distance / 200, 1e-6);
    this.camera.far = distance + 6;
    this.camera.updateProjectionMatrix();
    this.renderer.render(this.scene, this.camera);
    ++this.frames;
  }

  frames = 0;

  /// Toward where the camera flies.
  advance(now) {
    if (!this.goal) return;
    const share = Math.min(1, (now - this.goal.start) / flight), eased = share * share * (3 - 2 * share);
    this.camera.position.lerpVectors(this.goal.from, this.goal.to, eased);
    this.controls.target.lerpVectors(this.goal.target, this.goal.center, eased);
    if (share === 1) this.goal = null;
    this.controls.update();
    if (this.goal) this.redraw();
  }

  distanceFor(radius) {
    const narrow = Math.min(1, this.camera.aspect);
    return Math.max(radius, 1e-5) / Math.sin(fieldOfView * Math.PI / 360) / narrow;
  }

  /// Looks at a ball, from where the camera is or from a direction.
  flyTo(center, radius, direction) {
    const from = direction || this.camera.position.clone().sub(this.controls.target);
    const to = center.clone().addScaledVector(from.clone().normalize(), this.distanceFor(radius));
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.goal = { start: performance.now() - (still ? flight : 0), from: this.camera.position.clone(), to, target: this.controls.target.clone(), center };
    this.redraw();
  }

  orbit(right, up) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    offset.applyAxisAngle(new Vector3(0, 0, 1), right);
    const side = new Vector3(0, 0, 1).cross(offset).normalize(), tilted = offset.clone().applyAxisAngle(side, up);
    if (Math.abs(tilted.clone().normalize().z) < 0.999) offset.copy(tilted);
    this.moveTo(offset);
  }

  zoom(factor) {
    this.moveTo(this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor));
  }

  pan(right, up) {
    const reach = this.camera.position.distanceTo(this.controls.target) * 0.1;
    const shift = new Vector3(right * reach, up * reach, 0).applyQuaternion(this.camera.quaternion);
    this.controls.target.add(shift);
    this.camera.position.add(shift);
    this.controls.update();
    this.redraw();
  }

  moveTo(offset) {
    this.goal = null;
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.redraw();
  }

  /// axis 0, 1, 2 or -1 for none; what is beyond the position is cut off.
  cut(axis, position, flipped) {
    this.clipping.length = 0;
    if (axis >= 0) {
      const sign = flipped ? 1 : -1;
      this.section.normal.set(0, 0, 0).setComponent(axis, sign);
      this.section.constant = -sign * position;
      this.clipping.push(this.section);
    }
    this.redraw();
  }

  /// The nearest point of the meshes under a place of the canvas, -1 to 1.
  pick(x, y, meshes) {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(x, y), this.camera);
    const shown = hit => this.clipping.every(plane => plane.distanceToPoint(hit.point) >= 0);
    return caster.intersectObjects(meshes).find(shown);
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [2 * (event.clientX - box.left) / box.width - 1, 1 - 2 * (event.clientY - box.top) / box.height];
  }

  onScreen(point) {
    const p = point.clone().project(this.camera);
    return [(p.x + 1) / 2 * this.stage.clientWidth, (1 - p.y) / 2 * this.stage.clientHeight];
  }

  screenshot(name) {
    this.draw();
    this.canvas.toBlob(blob => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }
}

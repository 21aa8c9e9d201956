/// What was found, drawn in the scene: contact points, lines and polygons, curves, normals, nearest points.

import {
  BufferAttribute, BufferGeometry, CanvasTexture, Color, ConeBufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, Points,
  PointsMaterial, Quaternion, Vector3, VertexColors,
} from 'three';
import { LineMaterial } from 'three-jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three-jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three-jsm/lines/LineSegmentsGeometry.js';
import { kindColours } from './palette.js';

function roundSprite() {
  const size = 64, canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const pen = canvas.getContext('2d');
  pen.arc(size / 2, size / 2, size / 2 - 2, 0, 2 * Math.PI);
  pen.fillStyle = '#fff';
  pen.fill();
  return new CanvasTexture(canvas);
}

/// Pairs of points that a line joins.
function segmentsOf(points, closed) {
  const segments = [];
  const count = points.length / 3;
  for (let i = 0; i + 1 < count; ++i) segments.push(...points.subarray(3 * i, 3 * i + 6));
  if (closed && count > 2) segments.push(...points.subarray(3 * count - 3), ...points.subarray(0, 3));
  return segments;
}

function circle(center, radius, normal) {
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...normal));
  const points = new Float32Array(3 * 64);
  for (let i = 0; i < 64; ++i) {
    const angle = i * Math.PI / 32;
    new Vector3(radius * Math.cos(angle), radius * Math.sin(angle), 0).applyQuaternion(turn).add(center).toArray(points, 3 * i);
  }
  return points;
}

export class Marks {
  constructor(report) {
    this.report = report;
    this.group = new Group();
    this.sprite = roundSprite();
    this.lineMaterials = [];
    this.resolution = [1, 1];
  }

  resize(width, height) {
    this.resolution = [width, height];
    for (const material of this.lineMaterials) material.resolution.set(width, height);
  }

  clear() {
    this.group.traverse(object => {
      if (object.geometry) object.geometry.dispose();
      if (object.material) object.material.dispose();
    });
    this.group.remove(...this.group.children);
    this.lineMaterials = [];
  }

  /// Full where it is seen, faint where something is before it.
  lines(segments, colour, width) {
    if (segments.length === 0) return;
    for (const hidden of [true, false]) {
      const material = new LineMaterial({ color: colour, linewidth: width, transparent: hidden, opacity: hidden ? 0.35 : 1, depthTest: !hidden });
      material.resolution.set(...this.resolution);
      this.lineMaterials.push(material);
      const geometry = new LineSegmentsGeometry();
      geometry.setPositions(segments);
      const lines = new LineSegments2(geometry, material);
      lines.renderOrder = hidden ? 2 : 3;
      lines.frustumCulled = false;
      this.group.add(lines);
    }
  }

  /// Discs with a pale rim, before everything.
  points(coordinates, colours, size) {
    if (coordinates.length === 0) return;
    const white = new Array(colours.length).fill(0xffffff);
    this.discs(coordinates, white, size + 5, 5);
    this.discs(coordinates, colours, size, 6);
  }

  discs(coordinates, colours, size, order) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(coordinates), 3));
    const rgb = colours.flatMap(colour => new Color(colour).convertSRGBToLinear().toArray());
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(rgb), 3));
    const material = new PointsMaterial({
      size: size * devicePixelRatio, sizeAttenuation: false, map: this.sprite, vertexColors: VertexColors, transparent: true, depthTest: false,
    });
    const points = new Points(geometry, material);
    points.renderOrder = order;
    points.frustumCulled = false;
    this.group.add(points);
  }

  arrow(from, direction, length, colour) {
    const tip = from.clone().addScaledVector(direction, length);
    this.lines([...from.toArray(), ...tip.toArray()], colour, 4);
    const cone = new Mesh(new ConeBufferGeometry(0.07 * length, 0.22 * length, 20), new MeshBasicMaterial({ color: new Color(colour).convertSRGBToLinear(), depthTest: false, transparent: true }));
    cone.position.copy(tip);
    cone.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), direction);
    cone.renderOrder = 4;
    this.group.add(cone);
  }

  polygon(points, colour) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(points, 3));
    const index = [];
    for (let i = 2; i < points.length / 3; ++i) index.push(0, i - 1, i);
    geometry.setIndex(index);
    const material = new MeshBasicMaterial({ color: new Color(colour).convertSRGBToLinear(), transparent: true, opacity: 0.5, side: DoubleSide, depthTest: false });
    const mesh = new Mesh(geometry, material);
    mesh.renderOrder = 2;
    this.group.add(mesh);
  }

  /// One finding in full; `reach` is how large its surroundings are in the view.
  showFinding(finding, colours, reach) {
    const loose = [], read = ({ points: [offset, count] }) => this.report.floats(offset, 3 * count);
    const lines = [];
    for (const curve of finding.curves) {
      const points = read(curve);
      if (points.length === 3) loose.push(...points);
      lines.push(...segmentsOf(points, curve.closed));
    }
    for (const set of finding.contacts) {
      let points = read(set);
      if (points.length === 0) continue;
      if (set.radius > 0 && finding.normal) points = circle(new Vector3(...points), set.radius, finding.normal);
      if (points.length <= 6) loose.push(...points);
      if (points.length > 6) this.polygon(points, colours.mark);
      lines.push(...segmentsOf(points, true));
    }
    this.lines(lines, colours.mark, 4);
    if (finding.witness) {
      this.lines(finding.witness.flat(), colours.witness, 3);
      loose.push(...finding.witness.flat());
    }
    if (finding.normal && finding.center && finding.contacts.length > 0)
      this.arrow(new Vector3(...finding.center), new Vector3(...finding.normal), 0.3 * reach, colours.normal);
    this.points(loose, new Array(loose.length / 3).fill(colours.mark), 13);
  }

  /// A dot for each finding that has a place.
  showAll(findings) {
    const placed = findings.filter(finding => finding.center);
    this.points(placed.flatMap(finding => finding.center), placed.map(finding => kindColours[finding.kind]), 13);
  }
}

/// The bodies of a report: shaded meshes that stand where their keyframes say.

import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh,
  MeshPhongMaterial, Quaternion, Vector3,
} from 'three';
import { shadedGeometry } from './normals.js';
import { bodyColour, kindColours, pairColours } from './palette.js';

const edgesUpTo = 6000;  // triangles: finding the edges of larger meshes takes too long, and they are dark with lines
const edgeAngle = 30;

function sharedGeometries(report) {
  return report.meshes.map(mesh => {
    const vertices = report.floats(...mesh.vertices), indices = report.indices(mesh.indices);
    const shaded = shadedGeometry(vertices, indices);
    let edges = null;
    if (indices.length <= 3 * edgesUpTo) {
      const plain = new BufferGeometry();
      plain.setAttribute('position', new BufferAttribute(vertices, 3));
      plain.setIndex(new BufferAttribute(indices, 1));
      edges = new EdgesGeometry(plain, edgeAngle);
      if (edges.attributes.position.count === 0) edges = null;  // an empty box would spoil the one around all
    }
    return { shaded, edges };
  });
}

class Body {
  constructor(report, description, index, geometries, clipping) {
    this.name = description.name;
    this.kind = description.kind;
    this.index = index;
    this.own = description.colour ? new Color(...description.colour).convertLinearToSRGB() : null;  // of its file
    this.keys = report.floats(description.poses[0], 8 * description.poses[1]);
    this.moves = description.poses[1] > 1;
    this.group = new Group();
    this.material = new MeshPhongMaterial({
      side: DoubleSide, shininess: 25, specular: 0x1a1a1a, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
      clippingPlanes: clipping,
    });
    this.edgeMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.45, clippingPlanes: clipping });
    this.parts = description.parts;
    for (const part of description.parts) this.addPart(part, geometries[part.mesh]);
  }

  addPart(part, { shaded, edges }) {
    const mesh = new Mesh(shaded, this.material);
    mesh.userData.body = this;
    const matrix = new Matrix4().fromArray(part.matrix);
    for (const object of edges ? [mesh, new LineSegments(edges, this.edgeMaterial)] : [mesh]) {
      object.matrixAutoUpdate = false;
      object.matrix.copy(matrix);
      this.group.add(object);
    }
  }

  /// Lines for positions and great arcs for rotations between keyframes.
  place(t) {
    const keys = this.keys, count = keys.length / 8;
    let low = 0, high = count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (keys[8 * middle] <= t) low = middle; else high = middle - 1;
    }
    const read = i => ({ turn: new Quaternion(...keys.subarray(8 * i + 1, 8 * i + 5)), at: new Vector3(...keys.subarray(8 * i + 5, 8 * i + 8)) });
    const from = read(low);
    if (low + 1 < count && t > keys[8 * low]) {
      const to = read(low + 1), share = (t - keys[8 * low]) / (keys[8 * low + 8] - keys[8 * low]);
      from.turn.slerp(to.turn, share);
      from.at.lerp(to.at, share);
    }
    this.group.quaternion.copy(from.turn);
    this.group.position.copy(from.at);
  }

  /// 'solid', 'ghost' or 'hidden'.
  show(mode) {
    const ghost = mode === 'ghost';
    this.mode = mode;
    this.group.visible = mode !== 'hidden';
    Object.assign(this.material, { transparent: ghost, opacity: ghost ? 0.1 : 1, depthWrite: !ghost });
    this.edgeMaterial.opacity = ghost ? 0.08 : 0.45;
    this.material.needsUpdate = true;
  }
}

export class Bodies {
  constructor(report, clipping) {
    const geometries = sharedGeometries(report);
    this.all = report.bodies.map((description, i) => new Body(report, description, i, geometries, clipping));
    this.group = new Group();
    for (const body of this.all) this.group.add(body.group);
  }

  place(t) {
    for (const body of this.all) body.place(t);
  }

  /// The two that are looked at have a colour each, unless colours are by status.
  colour(mode, pair, edge) {
    for (const body of this.all) {
      const side = pair ? pair.indexOf(body.index) : -1;
      const shade = 1 - 0.06 * (body.index % 4);
      const colour = mode === 'pair' && side >= 0 ? new Color(pairColours[side])
        : mode === 'body' ? body.own || new Color(bodyColour(body.index)) : new Color(kindColours[body.kind]).multiplyScalar(shade);
      body.shownColour = colour.getHex();
      body.material.color.copy(colour).convertSRGBToLinear();
      body.edgeMaterial.color.setHex(edge);
    }
  }

  /// What is not among the chosen is shown, made a ghost or hidden.
  isolate(chosen, others) {
    for (const body of this.all) body.show(!chosen || chosen.includes(body.index) ? 'solid' : others);
  }

  solidMeshes() {
    return this.all.filter(body => body.mode === 'solid').flatMap(body => body.group.children.filter(child => child.isMesh));
  }
}

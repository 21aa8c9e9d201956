/// The distance between two points that are picked on surfaces.

import { Vector3 } from 'three';
import { byId, element, number } from './dom.js';

export class Measure {
  constructor(report, stage) {
    this.report = report;
    this.points = [];
    this.readout = element('p', { id: 'readout', class: 'overlay', role: 'status', hidden: true });
    stage.append(this.readout);
  }

  world(point) {
    return point.clone().multiplyScalar(this.report.size).add(new Vector3(...this.report.origin));
  }

  say(text) {
    this.readout.hidden = !text;
    this.readout.textContent = text;
  }

  begin() {
    this.points = [];
    this.say('Measure: pick a point on a body (click, or Enter for the middle of the view).');
  }

  end() {
    this.points = [];
    this.say('');
  }

  add(point, name) {
    if (this.points.length === 2) this.points = [];
    this.points.push(point.clone());
    const units = this.report.units ? ' ' + this.report.units : '';
    if (this.points.length === 1) return this.say(`From ${this.world(point).toArray().map(number).join(', ')} on ${name}. Pick the second point.`);
    const way = this.points[1].clone().sub(this.points[0]).multiplyScalar(this.report.size);
    return this.say(`Distance ${number(way.length())}${units}  (along x ${number(Math.abs(way.x))}, y ${number(Math.abs(way.y))}, z ${number(Math.abs(way.z))})`);
  }

  draw(marks, colour) {
    if (this.points.length === 2) marks.lines(this.points.flatMap(p => p.toArray()), colour, 3);
    marks.points(this.points.flatMap(p => p.toArray()), this.points.map(() => colour), 11);
  }
}

export const focusStage = () => byId('stage').querySelector('canvas').focus();

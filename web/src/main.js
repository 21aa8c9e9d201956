/// Starts the page: the table becomes a list to choose from, and the pictures give way to the view where there is WebGL.

import { Box3, Vector3 } from 'three';
import { Bodies } from './bodies.js';
import { TreeBoxes } from './boxes.js';
import { readReport } from './data.js';
import { byId, element } from './dom.js';
import { List } from './list.js';
import { Marks } from './marks.js';
import { Measure } from './measure.js';
import { css, kindColours, kinds, pairColours, themes } from './palette.js';
import { Timeline } from './timeline.js';
import { listenToKeys, Toolbar } from './toolbar.js';
import { View } from './view.js';

const clickReach = 14;  // pixels around a dot
const defaultView = () => new Vector3(1, -1.6, 0.9);

class App {
  constructor(report, view, stage) {
    Object.assign(this, { report, view });
    this.state = {
      chosen: null, isolated: null, colours: report.bodies.length === 2 ? 'pair' : 'status', others: 'ghost', axis: -1, cut: 0, flipped: false, level: -1, measuring: false,
      theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    };
    this.bodies = new Bodies(report, view.clipping);
    this.marks = new Marks(report);
    this.boxes = new TreeBoxes(report, this.bodies);
    this.measure = new Measure(report, stage);
    view.scene.add(this.bodies.group, this.marks.group);
    view.onresize = (width, height) => this.marks.resize(width, height);
    this.legend = element('ul', { id: 'legend', class: 'overlay', 'aria-label': 'Colours' });
    stage.append(this.legend);
    this.list = new List(report, i => this.choose(i));
    this.toolbar = new Toolbar(this, stage);
    if (report.tMax > 0) this.timeline = new Timeline(report, stage, t => this.moved(t));
    byId('bodies').addEventListener('click', event => {
      const button = event.target.closest('.isolate');
      if (button) this.isolate(Number(button.dataset.body));
    });
    this.listenToPointer();
    listenToKeys(this);
    this.bodies.place(0);
    this.set({});
  }

  get finding() {
    return this.state.chosen === null ? null : this.report.findings[this.state.chosen];
  }

  get pair() {
    if (this.finding) return [this.finding.a, this.finding.b];
    return this.report.bodies.length === 2 ? [0, 1] : null;
  }

  /// Changes something and shows all of it anew.
  set(changes) {
    const { state } = this, before = state.measuring;
    Object.assign(state, changes);
    if (state.measuring !== before) state.measuring ? this.measure.begin() : this.measure.end();
    const colours = themes[state.theme];
    document.documentElement.dataset.theme = state.theme;
    this.bodies.colour(state.colours, this.pair, colours.edge);
    this.bodies.isolate(state.isolated !== null ? [state.isolated] : this.finding ? this.pair : null, state.others);
    this.view.cut(state.axis, state.cut, state.flipped);
    if (this.boxes.shownLevel !== state.level) this.boxes.show(this.boxes.shownLevel = state.level, colours.box);
    this.drawMarks();
    this.drawLegend();
    this.toolbar.reflect(state);
    this.view.redraw();
  }

  drawMarks() {
    const colours = themes[this.state.theme];
    this.marks.clear();
    if (this.finding) this.marks.showFinding(this.finding, colours, this.reach(this.finding));
    else if (this.report.findings.length === 1) this.marks.showFinding(this.report.findings[0], colours, this.reach(this.report.findings[0]));
    else this.marks.showAll(this.report.findings.filter((_, i) => this.list.visible(i)));
    this.measure.draw(this.marks, colours.witness);
  }

  drawLegend() {
    const entries = this.state.colours === 'pair' && this.pair
      ? this.pair.map((body, side) => [pairColours[side], this.report.bodies[body].name])
      : this.state.colours === 'body' ? []
        : kinds.filter(kind => this.report.bodies.some(body => body.kind === kind)).map(kind => [kindColours[kind], kind]);
    this.legend.hidden = entries.length === 0;
    this.legend.replaceChildren(...entries.map(([colour, text]) => {
      const swatch = element('i');
      swatch.style.background = css(colour);
      return element('li', {}, swatch, text);
    }));
  }

  sizeOf(body) {
    const box = new Box3().setFromObject(this.bodies.all[body].group);
    return box.isEmpty() ? 0 : box.getSize(new Vector3()).length() / 2;
  }

  /// How far around a finding one should see.
  reach(finding) {
    return Math.max(2.2 * (finding.radius || 0), 0.5 * Math.min(this.sizeOf(finding.a), this.sizeOf(finding.b)), 1e-4);
  }

  choose(i) {
    if (i === null) return;
    const finding = this.report.findings[i];
    if (this.timeline) {
      this.timeline.pause();
      this.timeline.set(finding.time != null ? finding.time : 0);
    }
    this.set({ chosen: i, isolated: null, colours: 'pair' });
    this.list.mark(i);
    this.flyToFinding(finding);
  }

  /// Across the normal, so that one sees between the bodies.
  flyToFinding(finding) {
    if (!finding.center) return this.flyToBodies([finding.a, finding.b]);
    const direction = defaultView().normalize();
    if (finding.normal) {
      const normal = new Vector3(...finding.normal);
      direction.addScaledVector(normal, -0.85 * direction.dot(normal));
    }
    this.view.flyTo(new Vector3(...finding.center), this.reach(finding), direction);
  }

  flyToBodies(indices, direction) {
    const box = new Box3();
    for (const i of indices) box.union(new Box3().setFromObject(this.bodies.all[i].group));
    if (box.isEmpty()) return;
    this.view.flyTo(box.getCenter(new Vector3()), 0.92 * box.getSize(new Vector3()).length() / 2, direction);
  }

  fit(direction) {
    this.flyToBodies(this.bodies.all.filter(body => body.group.visible).map(body => body.index), direction);
  }

  lookFrom(x, y, z) {
    this.fit(new Vector3(x, y, z));
  }

  step(by) {
    this.choose(this.list.step(this.state.chosen, by));
  }

  escape() {
    if (this.state.measuring) return this.set({ measuring: false });
    this.set({ chosen: null, isolated: null, colours: this.report.bodies.length === 2 ? 'pair' : 'status' });
    this.list.mark(null);
    return this.fit(defaultView());
  }

  isolate(body) {
    this.set({ isolated: this.state.isolated === body ? null : body });
    this.flyToBodies([body]);
  }

  section(axis) {
    this.set({ axis: this.state.axis === axis ? -1 : axis });
  }

  moved(t) {
    this.bodies.place(t);
    this.view.redraw();
  }

  screenshot() {
    this.view.screenshot(`${this.report.title.replace(/[^\w.-]+/g, '-').slice(0, 60) || 'graze'}.png`);
  }

  pickMiddle() {
    this.pick(0, 0);
  }

  pick(x, y) {
    const hit = this.view.pick(x, y, this.bodies.solidMeshes());
    if (!hit) return;
    const { name } = hit.object.userData.body;
    if (this.state.measuring) this.measure.add(hit.point, name);
    else this.measure.say(`${name || 'body'} at ${this.measure.world(hit.point).toArray().map(v => Number(v.toPrecision(6))).join(', ')}`);
    this.drawMarks();
    this.view.redraw();
  }

  listenToPointer() {
    const { canvas } = this.view;
    let down = null;
    canvas.addEventListener('pointerdown', event => { down = [event.clientX, event.clientY]; });
    canvas.addEventListener('pointerup', event => {
      if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 5) return;
      canvas.focus();
      const near = this.state.measuring ? null : this.findingAt(event);
      if (near === null || near === this.state.chosen) this.pick(...this.view.place(event)); else this.choose(near);
    });
  }

  findingAt(event) {
    const box = this.view.canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    let best = null, least = clickReach;
    this.report.findings.forEach((finding, i) => {
      if (!finding.center || !this.list.visible(i) || (this.finding && i !== this.state.chosen)) return;
      const [px, py] = this.view.onScreen(new Vector3(...finding.center)), distance = Math.hypot(px - x, py - y);
      if (distance < least) [best, least] = [i, distance];
    });
    return best;
  }
}

/// A page that graze view serves follows the files it is about.
function followFiles() {
  let known = null;
  setInterval(async () => {
    const answer = await fetch('version', { cache: 'no-store' }).catch(() => null);
    const version = answer && answer.ok ? await answer.text() : known;
    if (known !== null && version !== known) location.reload();
    known = version;
  }, 1000);
}

function start() {
  if (document.documentElement.dataset.live === 'yes') followFiles();
  const report = readReport(), stage = byId('stage');
  let view;
  stage.hidden = false;
  document.documentElement.classList.add('has-view');
  try {
    view = new View(stage);
  } catch (reason) {
    stage.hidden = true;
    document.documentElement.classList.remove('has-view');
    document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const list = new List(report, i => list.mark(i));
    return;
  }
  view.canvas.tabIndex = 0;
  view.canvas.setAttribute('role', 'application');
  view.canvas.setAttribute('aria-label', '3D view of the bodies. Arrow keys turn it; the table beside it says the same in words.');
  const app = new App(report, view, stage);
  view.resize();
  if (report.findings.length === 1 && report.bodies.length === 2) app.choose(0);
  if (app.timeline) app.timeline.set(report.firstShown);
  app.fit(defaultView());
  window.graze = app;
}

start();

/// Everything one can press above the view, and the keys that do the same.

import { byId, choice, element, tool } from './dom.js';

const keyHelp = [
  ['n  p', 'next, previous finding'], ['Esc', 'look at everything again'], ['f', 'fit the view'], ['1 2 3', 'look from the front, from the right, from above'],
  ['arrows', 'turn the view (with Shift: shift it)'], ['+  -', 'nearer, farther'], ['space', 'play or pause'], ['c', 'colours'],
  ['g', 'other bodies: faint, hidden, shown'], ['x y z', 'section across that axis'], ['b', 'boxes of the trees, one level deeper'],
  ['m', 'measure'], ['s', 'save a picture'], ['t', 'dark or light'], ['/', 'search'], ['?', 'these keys'],
];

function helpDialog() {
  const list = element('dl');
  for (const [keys, meaning] of keyHelp)
    list.append(element('dt', {}, ...keys.split(' ').filter(Boolean).flatMap(key => [element('kbd', {}, key), ' '])), element('dd', {}, meaning));
  const dialog = element('dialog', { 'aria-label': 'Keys' }, element('h2', {}, 'Keys'), list,
    element('p', {}, 'Drag turns the view, the right button or two fingers shift it, the wheel or a pinch zooms. A click on a dot chooses a finding.'));
  dialog.append(element('button', { type: 'button', class: 'tool', onclick: () => dialog.close() }, 'Close'));
  document.body.append(dialog);
  return dialog;
}

export class Toolbar {
  constructor(app, stage) {
    this.app = app;
    this.help = helpDialog();
    const bar = element('div', { id: 'toolbar', class: 'overlay', role: 'toolbar', 'aria-label': 'View' });
    bar.append(tool('Fit', 'Fit everything into the view (f)', () => app.fit()));
    this.colours = choice('Colours', 'What colours mean (c)', [['pair', 'chosen pair'], ['status', 'results'], ['body', 'bodies']], mode => app.set({ colours: mode }));
    bar.append(this.colours.labelled);
    if (app.report.bodies.length > 2) {
      this.others = choice('Others', 'Bodies that the chosen finding is not about (g)', [['ghost', 'faint'], ['hidden', 'hidden'], ['solid', 'shown']], mode => app.set({ others: mode }));
      bar.append(this.others.labelled);
    }
    this.addSection(bar);
    if (app.boxes.levels > 0) this.addLevels(bar);
    this.measure = tool('Measure', 'Measure between two points (m)', () => app.set({ measuring: !app.state.measuring }), false);
    bar.append(this.measure);
    stage.append(bar);
    byId('page-tools').append(tool('Save picture', 'Save a picture of the view (s)', () => app.screenshot()), ' ',
      tool('◐', 'Dark or light (t)', () => app.set({ theme: app.state.theme === 'dark' ? 'light' : 'dark' })), ' ',
      tool('?', 'Keys and help', () => this.help.showModal()));
  }

  addSection(bar) {
    const { app } = this;
    this.axis = choice('Section', 'Cut the bodies across an axis (x, y, z)', [['-1', 'none'], ['0', 'x'], ['1', 'y'], ['2', 'z']], axis => app.set({ axis: Number(axis) }));
    this.cut = element('input', { type: 'range', id: 'section', min: -100, max: 100, value: 0, 'aria-label': 'Place of the section', oninput: () => app.set({ cut: this.cut.value / 100 }) });
    this.flip = tool('⇄', 'Show the other side of the section', () => app.set({ flipped: !app.state.flipped }));
    bar.append(this.axis.labelled, this.cut, this.flip);
  }

  addLevels(bar) {
    const { app } = this;
    this.level = element('input', { type: 'range', id: 'level', min: -1, max: app.boxes.levels - 1, value: -1, 'aria-label': 'Level of the trees of boxes', oninput: () => app.set({ level: Number(this.level.value) }) });
    this.levelText = element('output', { for: 'level' }, 'off');
    bar.append(element('label', { title: 'Boxes of the trees, by level (b)' }, 'Boxes', this.level, this.levelText));
  }

  /// What is pressed and chosen follows the state, whoever changed it.
  reflect(state) {
    this.colours.select.value = state.colours;
    if (this.others) this.others.select.value = state.others;
    this.axis.select.value = String(state.axis);
    this.cut.value = 100 * state.cut;
    this.cut.hidden = this.flip.hidden = state.axis < 0;
    if (this.level) {
      this.level.value = state.level;
      this.levelText.textContent = state.level < 0 ? 'off' : String(state.level);
    }
    this.measure.setAttribute('aria-pressed', String(state.measuring));
  }
}

const next = (list, current) => list[(list.indexOf(current) + 1) % list.length];

/// Keys that work anywhere but in fields, and arrows where the view has the focus.
export function listenToKeys(app) {
  const { view } = app, turn = Math.PI / 24;
  const anywhere = {
    n: () => app.step(1), p: () => app.step(-1), Escape: () => app.escape(), f: () => app.fit(), ' ': () => app.timeline && app.timeline.toggle(),
    c: () => app.set({ colours: next(['pair', 'status', 'body'], app.state.colours) }),
    g: () => app.set({ others: next(['ghost', 'hidden', 'solid'], app.state.others) }),
    x: () => app.section(0), y: () => app.section(1), z: () => app.section(2),
    b: () => app.set({ level: app.state.level + 1 < app.boxes.levels ? app.state.level + 1 : -1 }),
    m: () => app.set({ measuring: !app.state.measuring }), s: () => app.screenshot(), t: () => app.set({ theme: app.state.theme === 'dark' ? 'light' : 'dark' }),
    '/': () => byId('search') && byId('search').focus(), '?': () => app.toolbar.help.showModal(),
    1: () => app.lookFrom(0, -1, 0.001), 2: () => app.lookFrom(1, 0, 0.001), 3: () => app.lookFrom(0, -0.001, 1),
  };
  const onStage = {
    ArrowLeft: shift => shift ? view.pan(-1, 0) : view.orbit(-turn, 0), ArrowRight: shift => shift ? view.pan(1, 0) : view.orbit(turn, 0),
    ArrowUp: shift => shift ? view.pan(0, 1) : view.orbit(0, -turn), ArrowDown: shift => shift ? view.pan(0, -1) : view.orbit(0, turn),
    '+': () => view.zoom(0.8), '=': () => view.zoom(0.8), '-': () => view.zoom(1.25), Enter: () => app.pickMiddle(),
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || app.toolbar.help.open) return;
    const field = event.target.closest('input, select, textarea, summary'), button = event.target.closest('button');
    if (event.key === 'Escape' && field) return void field.blur();
    if (field || (button && (event.key === ' ' || event.key === 'Enter'))) return;
    const action = (document.activeElement === view.canvas && onStage[event.key]) || anywhere[event.key];
    if (!action) return;
    event.preventDefault();
    action(event.shiftKey);
  });
}

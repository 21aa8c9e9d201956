/// The table of findings: search, filters, a row to click, details of the one that is chosen.

import { byId, element, number } from './dom.js';
import { announce } from './timeline.js';

export class List {
  constructor(report, choose) {
    this.report = report;
    this.rows = [...document.querySelectorAll('#findings tbody tr')];
    this.texts = report.findings.map(finding => [
      report.bodies[finding.a].name, report.bodies[finding.b].name, finding.kind, ...finding.parts, finding.note,
    ].join('\n').toLowerCase());
    this.hiddenKinds = new Set();
    this.choose = choose;
    document.documentElement.classList.add('live');
    byId('findings').addEventListener('click', event => {
      const row = event.target.closest('tr[data-finding]');
      if (row) choose(Number(row.dataset.finding));
    });
    this.addFilters();
    this.detail = element('div', { id: 'detail', hidden: true, role: 'region', 'aria-label': 'The chosen finding' });
    byId('filters').after(this.detail);
  }

  addFilters() {
    if (this.rows.length < 2) return;
    this.search = element('input', {
      type: 'search', id: 'search', placeholder: 'Search names  ( / )', 'aria-label': 'Search findings by name', oninput: () => this.filter(),
    });
    const chips = element('div', { class: 'chips', role: 'group', 'aria-label': 'Results to list' });
    for (const kind of new Set(this.report.findings.map(finding => finding.kind))) {
      const count = this.report.findings.filter(finding => finding.kind === kind).length;
      const chip = element('button', { type: 'button', class: 'tool', 'aria-pressed': 'true', onclick: () => this.toggle(kind, chip) }, `${count} ${kind}`);
      chips.append(chip);
    }
    byId('filters').append(this.search, chips);
  }

  toggle(kind, chip) {
    const shown = this.hiddenKinds.delete(kind);
    if (!shown) this.hiddenKinds.add(kind);
    chip.setAttribute('aria-pressed', String(shown));
    this.filter();
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    this.rows.forEach((row, i) => {
      row.hidden = this.hiddenKinds.has(this.report.findings[i].kind) || !words.every(word => this.texts[i].includes(word));
      if (!row.hidden) ++count;
    });
    byId('none-found').hidden = count > 0;
    announce(`${count} of ${this.rows.length} findings`);
  }

  visible(i) {
    return this.rows[i] && !this.rows[i].hidden;
  }

  /// The next one that is listed, in either direction.
  step(from, by) {
    const count = this.rows.length;
    for (let k = 1; k <= count; ++k) {
      const i = ((from === null ? (by > 0 ? -1 : 0) : from) + by * k + count * k) % count;
      if (this.visible(i)) return i;
    }
    return null;
  }

  mark(i) {
    this.rows.forEach((row, k) => row.setAttribute('aria-selected', String(k === i)));
    this.detail.hidden = i === null;
    if (i === null) return;
    this.rows[i].scrollIntoView({ block: 'nearest' });
    this.describe(this.report.findings[i]);
    announce(this.report.findings[i].text);
  }

  describe(finding) {
    const { units } = this.report, list = element('dl');
    const add = (term, text) => list.append(element('dt', {}, term), element('dd', {}, text));
    const length = x => `${number(x)}${units ? ' ' + units : ''}`;
    if (finding.time != null) add('Time', number(finding.time));
    if (finding.depth != null) add('Depth', length(finding.depth));
    if (finding.distance != null) add('Distance', length(finding.distance));
    if (finding.point) add('Where', finding.point.map(number).join(', '));
    if (finding.normal) add('Normal', finding.normal.map(number).join(', '));
    if (finding.curves.length > 0) add('Curves', String(finding.curves.length));
    finding.triangles.forEach((triangle, side) => {
      const body = this.report.bodies[side === 0 ? finding.a : finding.b].name, part = finding.parts[side];
      if (triangle >= 0) add('Triangle', `${triangle} of ${part ? part + ' in ' : ''}${body}`);
    });
    if (finding.cut) add('Note', 'its curves are left out of this file, which would be too large');
    if (finding.note) add('Note', finding.note);
    this.detail.replaceChildren(element('p', {}, finding.text), list);
  }
}

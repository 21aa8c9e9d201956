/// The time slider: plays the motions, and stops where the first contact is.

import { byId, element, number, tool } from './dom.js';

const wholeShow = 8000;  // milliseconds from the first to the last moment
const steps = 2000;

export class Timeline {
  constructor(report, stage, moved) {
    this.end = report.tMax;
    this.first = report.firstContact;
    this.moved = moved;
    this.time = 0;
    this.slider = element('input', {
      type: 'range', id: 'time', min: 0, max: steps, value: 0, 'aria-label': 'Time',
      oninput: () => { this.pause(); this.set(this.end * this.slider.value / steps); },
    });
    this.player = tool('▶', 'Play or pause (space)', () => this.toggle());
    this.player.id = 'play';
    this.clock = element('output', { id: 'clock', for: 'time' });
    this.stop = element('input', { type: 'checkbox', id: 'stop-at-contact', checked: true });
    const track = element('div', { class: 'track' }, this.slider);
    for (const t of new Set(report.findings.map(finding => finding.time).filter(t => t != null))) {
      const tick = element('span', { class: 'tick' });
      tick.style.left = `calc(${100 * t / this.end}% - 1px)`;
      track.append(tick);
    }
    const parts = [this.player, track, this.clock];
    if (this.first != null) {
      parts.push(tool('First contact', 'Go to the first contact', () => { this.pause(); this.set(this.first); }),
        element('label', { class: 'stop' }, this.stop, 'stop there'));
    }
    stage.append(element('div', { id: 'timeline', class: 'overlay', role: 'group', 'aria-label': 'Time' }, ...parts));
    document.documentElement.classList.add('has-time');
  }

  set(t) {
    this.time = Math.min(Math.max(t, 0), this.end);
    this.slider.value = steps * this.time / this.end;
    this.clock.textContent = `t = ${number(this.time)}`;
    this.slider.setAttribute('aria-valuetext', this.clock.textContent);
    this.moved(this.time);
  }

  toggle() {
    if (this.playing) this.pause(); else this.play();
  }

  play() {
    if (this.time >= this.end) this.set(0);
    this.playing = true;
    this.player.textContent = '❚❚';
    let last = null;
    const tick = now => {
      if (!this.playing) return;
      const next = this.time + (last === null ? 0 : (now - last) / wholeShow * this.end);
      last = now;
      this.step(next);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  /// Not past the first contact, unless it is where we start from.
  step(next) {
    const stops = this.stop.checked && this.first != null && this.time < this.first && next >= this.first;
    this.set(stops ? this.first : next);
    if (stops || next >= this.end) this.pause();
  }

  pause() {
    this.playing = false;
    this.player.textContent = '▶';
  }
}

export const announce = text => { byId('live').textContent = text; };

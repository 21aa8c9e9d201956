/// Elements made by hand: text goes in as text, never as markup.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function tool(label, title, action, pressed) {
  const button = element('button', { type: 'button', class: 'tool', title, 'aria-label': title, onclick: action }, label);
  if (pressed !== undefined) button.setAttribute('aria-pressed', String(pressed));
  return button;
}

export function choice(label, title, options, action) {
  const select = element('select', { title, onchange: () => action(select.value) });
  for (const [value, text] of options) select.append(element('option', { value }, text));
  return { select, labelled: element('label', {}, label, select) };
}

/// Six digits are what a person reads.
export function number(x) {
  return Number.isFinite(x) ? String(Number(x.toPrecision(6))) : '–';
}

export const byId = id => document.getElementById(id);

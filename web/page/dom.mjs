/** Small things that every part of the page needs. */

export const element = (id) => document.getElementById(id);

/** A sentence at the top of the page, or none. */
export function notice(words) {
  element('notice').hidden = !words;
  element('notice').textContent = words ?? '';
}

/** Lets the player save bytes as a file. */
export function save(name, bytes, type = 'application/octet-stream') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A row with words and buttons. */
export function row(words, buttons) {
  const [item, text, group] = ['li', 'span', 'span'].map((tag) => document.createElement(tag));
  text.textContent = words;
  group.className = 'buttons';
  for (const [label, name, act] of buttons) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.setAttribute('aria-label', `${label} ${name}`);
    button.addEventListener('click', act);
    group.append(button);
  }
  item.append(text, group);
  return item;
}

export const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

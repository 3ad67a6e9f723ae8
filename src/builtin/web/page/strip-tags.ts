import { decodeEntities, htmlTokens } from './html-tokens.js';

/** The text of HTML without its tags, in linear time; a line for each block, and lists and tables as plain as can be. */
export function stripTags(html: string): string {
  const lines: string[] = [];
  /** The line so far, in parts: to look at a text that grows bit by bit takes as long each time as it is long. */
  let line: string[] = [];
  let isBlank = true;
  /** How many elements are open whose text is not for readers, and in which spaces count. */
  let hidden = 0;
  let exact = 0;

  for (const token of htmlTokens(html)) {
    if (token.kind === 'text') {
      if (hidden === 0) addText(decodeEntities(token.text));
      continue;
    }
    const { name } = token;
    const opens = token.kind === 'open';
    if (unseen.has(name)) hidden = Math.max(0, hidden + (opens ? 1 : -1));
    if (name === 'br') endLine();
    else if (cells.has(name)) {
      if (opens && !isBlank) add(' | ');
    } else if (rows.has(name)) {
      if (!isBlank) endLine();
    } else if (blocks.has(name)) {
      if (!isBlank) endLine();
      endLine();
    }
    if (name === 'li' && opens) line = ['- '];
    if (name === 'pre') exact = Math.max(0, exact + (opens ? 1 : -1));
  }
  endLine();
  return lines.join('\n').trim();

  function addText(text: string): void {
    if (exact === 0) {
      add(text.replaceAll(/[\s\u00a0]+/g, ' '));
      return;
    }
    const [first = '', ...rest] = text.split(/\r?\n/);
    add(first);
    for (const next of rest) {
      lines.push(line.join('').trimEnd());
      line = [next];
    }
  }

  function add(text: string): void {
    if (text === '') return;
    line.push(exact === 0 && (line.at(-1) ?? ' ').endsWith(' ') ? text.trimStart() : text);
    if (text.trim() !== '') isBlank = false;
  }

  function endLine(): void {
    const whole = line.join('');
    const done = exact > 0 ? whole.trimEnd() : whole.trim();
    // One empty line at most stands between others.
    if (done !== '' || (lines.length > 0 && lines.at(-1) !== '')) lines.push(done);
    line = [];
    isBlank = true;
  }
}

/** With an empty line around them, on lines of their own, and on one line with others. */
const blocks = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure hr article section main form fieldset'.split(' '),
);
const rows = new Set(
  'li tr dt dd div header footer nav aside address figcaption caption option title body html head'.split(' '),
);
const cells = new Set(['td', 'th']);
const unseen = new Set(['template', 'noscript', 'svg', 'select', 'textarea', 'iframe', 'object']);

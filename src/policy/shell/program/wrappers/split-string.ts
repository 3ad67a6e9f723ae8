import { createWords } from '../../../../base/words.js';

const escapes: Readonly<Record<string, string>> = {
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '#': '#',
  $: '$',
  _: ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

/**
 * Takes a text apart as `env -S` does: quotes, escapes, comments. `unsure` when it holds a variable or something that
 * `env` would refuse; the words are then what is most likely meant.
 */
export function splitString(
  text: string,
  lookUp: (variable: string) => string | undefined,
): { readonly words: readonly string[]; readonly unsure: boolean } {
  const words = createWords();
  let quoted = false;
  let unsure = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    const variable = sign === '$' ? variableAt(text, at) : undefined;
    if (variable !== undefined) {
      unsure = true;
      words.add(lookUp(variable) ?? '');
      at += variable.length + 2;
    } else if (sign === '\\') {
      at += 1;
      const next = text[at] ?? '';
      if (!quoted && next === 'c') break;
      if (!quoted && next === '_') words.end();
      else {
        unsure ||= escapes[next] === undefined;
        words.add(escapes[next] ?? next);
      }
    } else if (sign === '"') {
      quoted = !quoted;
      words.add('');
    } else if (!quoted && sign === "'") {
      const close = text.indexOf("'", at + 1);
      const end = close === -1 ? text.length : close;
      unsure ||= close === -1;
      words.add(text.slice(at + 1, end));
      at = end;
    } else if (!quoted && /[ \t\n\v\f\r]/.test(sign)) words.end();
    else if (!quoted && sign === '#' && !words.isOpen()) break;
    else {
      unsure ||= sign === '$';
      words.add(sign);
    }
  }
  words.end();
  return { words: words.list, unsure: unsure || quoted };
}

const variableForm = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/y;

function variableAt(text: string, at: number): string | undefined {
  variableForm.lastIndex = at;
  return variableForm.exec(text)?.[1];
}

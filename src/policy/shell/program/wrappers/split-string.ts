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
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  let unsure = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    const variable = sign === '$' && quote !== "'" ? variableAt(text, at) : undefined;
    if (variable !== undefined) {
      unsure = true;
      word = (word ?? '') + (lookUp(variable) ?? '');
      at += variable.length + 2;
      continue;
    }
    if (quote !== "'" && sign === '\\') {
      at += 1;
      const next = text[at] ?? '';
      if (next === 'c' && quote === '') break;
      if (next === '_' && quote === '') {
        if (word !== undefined) words.push(word);
        word = undefined;
        continue;
      }
      if (escapes[next] === undefined) unsure = true;
      word = (word ?? '') + (escapes[next] ?? next);
    } else if (quote !== '') {
      if (sign === quote) quote = '';
      else word = (word ?? '') + sign;
      if (sign === '$' && quote === '"') unsure = true;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (/[ \t\n\v\f\r]/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (sign === '#' && word === undefined) break;
    else {
      if (sign === '$') unsure = true;
      word = (word ?? '') + sign;
    }
  }
  if (word !== undefined) words.push(word);
  return { words, unsure: unsure || quote !== '' };
}

const variableForm = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/y;

function variableAt(text: string, at: number): string | undefined {
  variableForm.lastIndex = at;
  return variableForm.exec(text)?.[1];
}

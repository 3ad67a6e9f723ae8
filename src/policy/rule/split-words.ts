export type SplitWords =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** Words as a shell reads them, without anything that would be expanded or that joins commands. */
export function splitWords(text: string): SplitWords {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === ' ' || char === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (char === "'" || char === '"') {
      const quoted = readQuoted(text, at);
      if (!quoted.ok) return quoted;
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (char === '\\') {
      at += 1;
      if (at === text.length) return { ok: false, message: 'a \\ stands at its end: remove it' };
      word = (word ?? '') + text.charAt(at);
    } else if ('*?['.includes(char)) {
      return {
        ok: false,
        message: `a ${char} means nothing inside a command: end the rule with :* for all that begin so, or quote it`,
      };
    } else if ('$`;|&<>()'.includes(char)) {
      return { ok: false, message: `a rule is about one plain command: leave ${char} out, or quote it` };
    } else word = (word ?? '') + char;
  }
  if (word !== undefined) words.push(word);
  return { ok: true, words };
}

type Quoted =
  | { readonly ok: true; readonly text: string; readonly end: number }
  | { readonly ok: false; readonly message: string };

function readQuoted(text: string, open: number): Quoted {
  const quote = text.charAt(open);
  let read = '';
  for (let at = open + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === quote) return { ok: true, text: read, end: at };
    if (quote === '"' && char === '\\' && '"\\$`'.includes(text.charAt(at + 1))) {
      at += 1;
      read += text.charAt(at);
    } else if (quote === '"' && (char === '$' || char === '`')) {
      return { ok: false, message: `a rule is about one plain command: write \\${char}, or leave it out` };
    } else read += char;
  }
  return { ok: false, message: `a ${quote} is not closed: close it` };
}

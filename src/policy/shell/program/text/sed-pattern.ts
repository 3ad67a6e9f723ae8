/** A piece of a script while it is read. */
export interface SedReading {
  readonly text: string;
  at: number;
  /** Whether brackets shield the end of a pattern. */
  readonly brackets: boolean;
  slashInBrackets: boolean;
}

/** Passes a pattern and the sign that ends it. Answers whether it ends. */
export function skipPattern(reading: SedReading, end: string): boolean {
  const { text, brackets } = reading;
  const lastClose = text.lastIndexOf(']');
  while (reading.at < text.length) {
    const char = text[reading.at] as string;
    if (char === '\n') return false;
    if (char === '[' && reading.at < lastClose) {
      const close = bracketEnd(text, reading.at);
      if (close !== -1) {
        if (text.slice(reading.at, close).includes(end)) reading.slashInBrackets = true;
        // Read without brackets, only the sign itself is passed.
        reading.at = brackets ? close + 1 : reading.at + 1;
        continue;
      }
    }
    reading.at += char === '\\' ? 2 : 1;
    if (char === end) return true;
  }
  return false;
}

/** Where a bracket expression that begins here ends; -1 when it does not. */
function bracketEnd(text: string, start: number): number {
  let at = start + 1;
  if (text[at] === '^') at += 1;
  if (text[at] === ']') at += 1;
  for (; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === ']') return at;
    const kind = text[at] === '[' ? (text[at + 1] ?? '') : '';
    if (kind !== '' && ':.='.includes(kind)) {
      const close = text.indexOf(`${kind}]`, at + 2);
      if (close === -1) return -1;
      at = close + 1;
    }
  }
  return -1;
}

/** The same for what takes the place of a match: brackets mean nothing there. */
export function skipReplacement(reading: SedReading, end: string): boolean {
  const { text } = reading;
  while (reading.at < text.length) {
    const char = text[reading.at] as string;
    if (char === '\n') return false;
    reading.at += char === '\\' ? 2 : 1;
    if (char === end) return true;
  }
  return false;
}

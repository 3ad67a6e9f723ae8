/** The variables of a `.env` file: with `export`, comments, and values in quotes, which may have several lines. */
export function parseDotenv(text: string): readonly (readonly [string, string])[] {
  const variables: (readonly [string, string])[] = [];
  const line = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*[=:][ \t]*/gm;
  for (let match = line.exec(text); match !== null; match = line.exec(text)) {
    const { value, end } = readValue(text, line.lastIndex);
    variables.push([match[1] ?? '', value]);
    line.lastIndex = end;
  }
  return variables;
}

interface Value {
  readonly value: string;
  readonly end: number;
}

function readValue(text: string, from: number): Value {
  const quote = text[from] ?? '';
  const to = '"\'`'.includes(quote) && quote !== '' ? closingQuote(text, from) : undefined;
  if (to !== undefined) {
    const inner = text.slice(from + 1, to);
    return { value: quote === '"' ? unescaped(inner) : inner, end: to + 1 };
  }
  const lineEnd = text.indexOf('\n', from);
  const end = lineEnd === -1 ? text.length : lineEnd;
  const plain = text.slice(from, end).replace(/(?:^|\s)#[\s\S]*$/, '');
  return { value: plain.trim(), end };
}

/** The same quote again, not behind a backslash where those count. */
function closingQuote(text: string, from: number): number | undefined {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1;
    else if (text[at] === quote) return at;
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const unescaped = (text: string): string =>
  text.replace(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter);

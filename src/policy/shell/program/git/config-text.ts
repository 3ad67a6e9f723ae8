/** One line of a git config: its whole name, section and key in lower case, and its value; undefined means true. */
export interface ConfigEntry {
  readonly name: string;
  readonly value: string | undefined;
}

/**
 * Parses the text of a git config as git's own config.c does; undefined where git would refuse it. A name is
 * `section.key` or `section.subsection.key`; only the subsection keeps its case.
 */
export function parseConfigText(text: string): readonly ConfigEntry[] | undefined {
  const entries: ConfigEntry[] = [];
  // git reads CRLF as LF, skips a byte order mark, and takes the end of the file for the end of a line.
  const reader: Reader = { text: `${text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')}\n`, at: 0 };
  let section: string | undefined;
  while (reader.at < reader.text.length) {
    const char = reader.text[reader.at] as string;
    if (isSpace(char)) reader.at += 1;
    else if (char === '#' || char === ';') skipLine(reader);
    else if (char === '[') {
      section = readSection(reader);
      if (section === undefined) return undefined;
    } else {
      const entry = section === undefined ? undefined : readEntry(reader, section);
      if (entry === undefined) return undefined;
      entries.push(entry);
    }
  }
  return entries;
}

interface Reader {
  readonly text: string;
  at: number;
}

const isSpace = (char: string): boolean => char === ' ' || char === '\t' || char === '\n' || char === '\r';

function skipLine(reader: Reader): void {
  const end = reader.text.indexOf('\n', reader.at);
  reader.at = end === -1 ? reader.text.length : end + 1;
}

function readSection(reader: Reader): string | undefined {
  let name = '';
  reader.at += 1;
  for (; reader.at < reader.text.length; reader.at += 1) {
    const char = reader.text[reader.at] as string;
    if (char === ']') {
      reader.at += 1;
      return name === '' ? undefined : name.toLowerCase();
    }
    if (isSpace(char)) return readSubsection(reader, name.toLowerCase());
    if (!/[A-Za-z0-9.-]/.test(char)) return undefined;
    name += char;
  }
  return undefined;
}

function readSubsection(reader: Reader, section: string): string | undefined {
  while (isSpace(reader.text[reader.at] ?? '')) {
    if (reader.text[reader.at] === '\n') return undefined;
    reader.at += 1;
  }
  if (reader.text[reader.at] !== '"') return undefined;
  let subsection = '';
  for (reader.at += 1; reader.at < reader.text.length; reader.at += 1) {
    let char = reader.text[reader.at] as string;
    if (char === '"') {
      if (reader.text[reader.at + 1] !== ']') return undefined;
      reader.at += 2;
      return `${section}.${subsection}`;
    }
    if (char === '\\') {
      reader.at += 1;
      char = reader.text[reader.at] ?? '\n';
    }
    if (char === '\n') return undefined;
    subsection += char;
  }
  return undefined;
}

function readEntry(reader: Reader, section: string): ConfigEntry | undefined {
  const start = reader.at;
  if (!/[A-Za-z]/.test(reader.text[start] as string)) return undefined;
  while (/[A-Za-z0-9-]/.test(reader.text[reader.at] ?? '')) reader.at += 1;
  const name = `${section}.${reader.text.slice(start, reader.at).toLowerCase()}`;
  while (reader.text[reader.at] === ' ' || reader.text[reader.at] === '\t') reader.at += 1;
  const after = reader.text[reader.at];
  reader.at += 1;
  if (after === '\n') return { name, value: undefined };
  if (after !== '=') return undefined;
  const value = readValue(reader);
  return value === undefined ? undefined : { name, value };
}

const escapes: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', '\\': '\\', '"': '"', '\n': '' };

function readValue(reader: Reader): string | undefined {
  let value = '';
  let spaces = '';
  let quoted = false;
  while (reader.at < reader.text.length) {
    let char = reader.text[reader.at] as string;
    reader.at += 1;
    if (char === '\n') return quoted ? undefined : value;
    if (!quoted && isSpace(char)) {
      if (value !== '') spaces += char;
      continue;
    }
    if (!quoted && (char === '#' || char === ';')) {
      skipLine(reader);
      return value;
    }
    value += spaces;
    spaces = '';
    if (char === '"') {
      quoted = !quoted;
      continue;
    }
    if (char === '\\') {
      const meant = escapes[reader.text[reader.at] ?? ''];
      if (meant === undefined) return undefined;
      reader.at += 1;
      char = meant;
    }
    value += char;
  }
  return quoted ? undefined : value;
}

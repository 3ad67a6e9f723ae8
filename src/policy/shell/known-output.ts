import type { Input } from './program.js';
import type { Word } from './word.js';

/** What a command of these words prints, when it can be told. For the search for harm, never for a proof. */
export function outputOf(words: readonly Word[], input: Input, cwd?: string): string | undefined {
  const texts = words.map(({ text, guess }) => text ?? guess ?? '');
  const [name, ...args] = texts;
  const given = input.kind === 'piped' ? input.text : undefined;
  switch (name) {
    case 'echo':
      return echoed(args);
    case 'printf':
      return printed(args);
    case 'pwd':
      return cwd === undefined ? undefined : `${cwd}\n`;
    case 'cat':
      return args.every((arg) => arg === '-') ? given : undefined;
    case 'tee':
      return given;
    case 'find': {
      if (args.some((arg) => /^-i?(?:name|path|wholename|regex)$/.test(arg))) return undefined;
      // It names more than where it starts, but all of it lies there.
      const end = args.findIndex((arg) => /^-[a-z]|^[(!]/.test(arg));
      const starts = (end === -1 ? args : args.slice(0, end)).filter((arg) => !arg.startsWith('-'));
      return starts.map((start) => start + (args.includes('-print0') ? '\0' : '\n')).join('');
    }
    case 'base64':
      return given !== undefined && args.some((arg) => /^(-d|-D|--decode)$/.test(arg))
        ? Buffer.from(given, 'base64').toString('utf8')
        : undefined;
    case 'rev':
      return args.length === 0
        ? given
            ?.split('\n')
            .map((line) => [...line].reverse().join(''))
            .join('\n')
        : undefined;
    default:
      return undefined;
  }
}

function echoed(args: readonly string[]): string {
  const first = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const texts = first === -1 ? [] : args.slice(first);
  const escapes = args.slice(0, first === -1 ? args.length : first).some((flag) => flag.includes('e'));
  const text = `${texts.join(' ')}\n`;
  return escapes ? undoEscapes(text) : text;
}

function printed([format = '', ...args]: readonly string[]): string {
  let used = 0;
  const once = (): string =>
    undoEscapes(format).replaceAll(/%(%|[-0-9.]*[sdibcq])/g, (all, kind: string) => {
      if (kind === '%') return '%';
      const value = args[used] ?? '';
      used += 1;
      return kind.endsWith('b') ? undoEscapes(value) : all.endsWith('c') ? value.slice(0, 1) : value;
    });
  let text = once();
  for (let round = 0; round < 100 && used > 0 && used < args.length; round += 1) text += once();
  return text;
}

const undoEscapes = (text: string): string =>
  text.replaceAll(/\\(x[0-9A-Fa-f]{1,2}|0?[0-7]{1,3}|.)/gs, (_all, code: string) => {
    if (code.startsWith('x')) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    return ({ n: '\n', t: '\t', r: '\r', e: '\u001b', '\\': '\\' } as Record<string, string>)[code] ?? `\\${code}`;
  });

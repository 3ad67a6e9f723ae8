import { escapeMarkup } from '../../markup.js';
import { type CallsWriter, eachCall, membersOf, type WritableCall } from '../write-calls.js';

/** The calls as one Python list. */
export const pythonList = (open = '', close = ''): CallsWriter =>
  eachCall((call) => writePythonCall(call, 'python'), { open: `${open}[`, join: ', ', close: `]${close}` });

/** `NAME(KEY=VALUE, …)`. `words`: `True` or `true`. Keys that are no names stand in a dict that is spread. */
export function writePythonCall({ name, arguments: args }: WritableCall, words: 'python' | 'json'): string {
  const json = escapeMarkup(args);
  const parts = membersOf(json).map(({ key, json: raw }) => {
    const value = pythonValue(raw, words);
    return isName.test(key)
      ? `${key}=${value}`
      : `**{${pythonValue(escapeMarkup(JSON.stringify(key)), words)}: ${value}}`;
  });
  return `${name}(${parts.join(', ')})`;
}

const isName = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Strings are written anew, for JSON knows an escape that Python does not. */
function pythonValue(json: string, words: 'python' | 'json'): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|true|false|null|[:,](?=\S)/gs, (part) => {
    if (part.startsWith('"')) return part.includes('\\/') ? part.replaceAll(/\\(.)/gs, unslash) : part;
    if (part === ':' || part === ',') return `${part} `;
    return words === 'json' ? part : (pythonWords.get(part) ?? part);
  });
}

const unslash = (pair: string, char: string): string => (char === '/' ? '/' : pair);

const pythonWords = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
]);

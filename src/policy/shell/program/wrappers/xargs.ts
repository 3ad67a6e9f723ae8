import { asksOnly, type ReadOptions } from '../../options.js';
import type { EffectSink, Program, RunOptions } from '../../program.js';
import { literal, settled, unknownWord, type Word } from '../../word.js';
import { readWrapperOptions, runInner } from './wrapping.js';
import { xargsWords } from './xargs-words.js';

const spec = {
  flags: '-0 --null -o --open-tty -p --interactive -r --no-run-if-empty --show-limits -t --verbose -x --exit',
  values:
    '-a --arg-file -d --delimiter -E -I -J -L -n --max-args -P --max-procs -R -s --max-chars -S --process-slot-var',
  optional: '-e --eof -i --replace -l --max-lines',
  stopsAtOperand: true,
} as const;

const note = 'what `xargs` adds to the command comes from its input';
/** How many commands are looked at when the input makes many of them. */
const maxRuns = 64;

export const xargs: Program = (args, doing) => {
  if (asksOnly(args, '--version --help')) return;
  const { options, unsure } = readWrapperOptions(args, spec, doing);
  for (const file of options.valuesOf('-a --arg-file')) doing.read(file);
  const command = options.operands.length === 0 ? [literal('echo')] : options.operands;
  const place = placeOf(options);
  const items = itemsOf(options, place !== undefined, doing);
  const running = runningOf(options);
  if (items === undefined) {
    const words = place === undefined ? [...command, addedWord] : command.map((word) => putIn(word, place, undefined));
    return runInner(words, { doing, unsure, options: running });
  }
  doing.unknown(note);
  if (items.length === 0) return runInner(command, { doing, unsure, options: running });
  for (const words of commandsOf(command, { items, place, size: sizeOf(options) }))
    runInner(words, { doing, unsure, options: running });
};

const addedWord: Word = { ...unknownWord(note), splits: true };

/** The text that is replaced by each item; undefined when items are added at the end. */
function placeOf({ given }: ReadOptions): Word | undefined {
  const last = given.findLast(({ name }) => ['-I', '-J', '-i', '--replace'].includes(name));
  return last === undefined ? undefined : (last.value ?? literal('{}'));
}

function itemsOf(options: ReadOptions, lines: boolean, { input }: EffectSink): readonly string[] | undefined {
  if (input.kind === 'none' || input.text === undefined || options.has('-a --arg-file -E -e --eof')) return undefined;
  const separator = options.has('-0 --null') ? '\0' : separatorOf(options.valuesOf('-d --delimiter').at(-1));
  return separator === null ? undefined : xargsWords(input.text, { separator, lines });
}

const separators: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\\n': '\n',
    '\\t': '\t',
    '\\0': '\0',
    '\\r': '\r',
    '\\\\': '\\',
  }),
);

/** Null when it is not known. */
function separatorOf(word: Word | undefined): string | undefined | null {
  if (word === undefined) return undefined;
  if (word.text === undefined || word.text === '') return null;
  return word.text.length === 1 ? word.text : (separators.get(word.text) ?? null);
}

/** How many items one command gets; undefined for all at once. */
function sizeOf(options: ReadOptions): number | undefined {
  const size = Number(options.valuesOf('-n --max-args').at(-1)?.text);
  return Number.isInteger(size) && size > 0 ? size : undefined;
}

interface Adding {
  readonly items: readonly string[];
  readonly place: Word | undefined;
  readonly size: number | undefined;
}

function commandsOf(command: readonly Word[], { items, place, size }: Adding): readonly (readonly Word[])[] {
  if (place !== undefined)
    return items.slice(0, maxRuns).map((item) => command.map((word) => putIn(word, place, item)));
  const all = [...command, ...items.map(literal)];
  if (size === undefined || size >= items.length) return [all];
  const starts = Array.from({ length: Math.min(maxRuns, Math.ceil(items.length / size)) }, (_, at) => at * size);
  return starts.map((start) => [...command, ...items.slice(start, start + size).map(literal)]);
}

function putIn(word: Word, place: Word, item: string | undefined): Word {
  if (word.text === undefined) return word;
  if (!settled(place)) return { text: undefined, source: word.source, note, guess: word.text };
  if (place.text === '' || !word.text.includes(place.text)) return word;
  if (item === undefined) return { text: undefined, source: word.source, note };
  return { text: word.text.replaceAll(place.text, () => item), source: word.source };
}

function runningOf(options: ReadOptions): RunOptions {
  const slots = options.valuesOf('--process-slot-var').map(({ text, source }) => ({
    name: text ?? source,
    value: unknownWord('`xargs` counts it up'),
  }));
  return { input: { kind: 'none' }, ...(slots.length > 0 && { assignments: slots }) };
}

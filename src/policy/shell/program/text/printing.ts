import { asksOnly, eachMatch } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { literal, type Word } from '../../word.js';
import { inert, printer, reader } from './reader.js';
import { reportTest } from './test-expression.js';

const endless = 'it would not end by itself';

/** Programs and builtins that print what they are given, wait, or answer yes or no. */
export const printingPrograms: ProgramTable = {
  'echo true false : expr factor': inert,
  basename: printer({ flags: '-a --multiple -z --zero', values: '-s --suffix' }),
  dirname: printer({ flags: '-z --zero' }),
  printf,
  yes: (args, doing) => {
    if (!asksOnly(args, '--help --version')) doing.unknown(endless);
  },
  sleep,
  seq,
  test: (args, doing) => reportTest(args, doing),
  '[': (args, doing) => reportTest(args.at(-1)?.text === ']' ? args.slice(0, -1) : args, doing),
  bc: reader({ flags: '-h -i --interactive -l --mathlib -q --quiet -s --standard -w --warn -v -c' }),
  dc,
};

/** In bash `-v` and `%n` set a variable, and a subscript in its name runs code. */
function printf(args: readonly Word[], doing: EffectSink): void {
  const [first, ...rest] = eachMatch(args);
  const { text, source = '', note } = first ?? literal('');
  if (text === undefined) doing.unknown(note ?? `${source} may be an option`);
  else if (text === '--') printFormat(rest[0], doing);
  else if (text === '-v') setVariable(rest[0]?.text, rest[1], doing);
  else if (text.startsWith('-v')) setVariable(text.slice(2), rest[0], doing);
  else printFormat(first, doing);
}

function setVariable(name: string | undefined, format: Word | undefined, doing: EffectSink): void {
  if (name !== undefined && /^[A-Za-z_]\w*$/.test(name)) doing.env(name);
  else doing.unread('printf -v runs what stands in a subscript');
  printFormat(format, doing);
}

function printFormat(format: Word | undefined, doing: EffectSink): void {
  if (format === undefined) return;
  if (format.text === undefined) doing.unknown(format.note ?? `${format.source} is only known at run time`);
  else if (/%[-+ #0'*.\dhljztL]*n/.test(format.text.replaceAll('%%', ''))) doing.env('a variable that %n names');
}

const maxSleep = 60;
const units: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

function sleep(args: readonly Word[], doing: EffectSink): void {
  if (asksOnly(args, '--help --version')) return;
  const seconds = args.map(({ text = '' }) => {
    const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(text) ?? [];
    return amount === undefined ? Number.NaN : Number(amount) * (units[unit] ?? Number.NaN);
  });
  const total = seconds.reduce((sum, part) => sum + part, 0);
  if (!(total <= maxSleep)) doing.unknown(`it waits for more than ${maxSleep} seconds, or nobody knows how long`);
}

const maxCount = 10_000_000;

/** Options first, then one to three numbers, which may be negative. */
function seq(args: readonly Word[], doing: EffectSink): void {
  if (asksOnly(args, '--help --version')) return;
  const numbers: number[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const { text = '' } = args[at] as Word;
    if (['-f', '-s', '-t', '--format', '--separator'].includes(text)) at += 1;
    else if (/^(-w|--equal-width|--)$/.test(text) || /^(-[fst]|--format=|--separator=)/.test(text)) continue;
    else numbers.push(/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN);
  }
  const first = numbers.length > 1 ? (numbers[0] ?? 1) : 1;
  const last = numbers.at(-1) ?? 0;
  const step = numbers.length > 2 ? (numbers[1] ?? 1) : 1;
  const count = (last - first) / step;
  if (!(count <= maxCount)) doing.unknown('it prints very many numbers, or nobody knows how many');
}

/** In dc `!` runs a command and `?` reads more of the program. */
function dc(written: readonly Word[], doing: EffectSink): void {
  const args = eachMatch(written);
  if (asksOnly(args, '--help --version')) return;
  const texts = doing.input.kind === 'piped' ? [doing.input.text] : [];
  for (let at = 0; at < args.length; at += 1) {
    const { text = '' } = args[at] as Word;
    if (text === '-e') {
      at += 1;
      texts.push(args[at]?.text);
    } else if (/^(-e|--expression=)/.test(text)) texts.push(text.replace(/^(-e|--expression=)/, ''));
    else texts.push(undefined);
  }
  const note = 'dc can run commands, and its program has some or is not known';
  if (texts.some((text) => text !== undefined && /!(?![=<>])|\?/.test(text))) doing.inline(note);
  else if (texts.includes(undefined)) doing.unknown(note);
}

import { asksOnly, readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { joinWords, literal, settled, whyUnsure } from '../../word.js';
import { runNamed } from './env.js';
import { runInput } from './run-input.js';
import { readWrapperOptions, runInner } from './wrapping.js';

const evaluate: Program = (args, doing) => {
  const words = args[0]?.text === '--' ? args.slice(1) : args;
  if (words.length === 0) return;
  const text = joinWords(words);
  if (settled(text)) doing.unknown('`eval` runs text as code');
  else doing.unread(`what \`eval\` runs is not known: ${whyUnsure(text)}`);
  doing.script(text, { here: true });
};

const trap: Program = (args, doing) => {
  const words = args[0]?.text === '--' ? args.slice(1) : args;
  const [action, ...signals] = words;
  if (action === undefined || asksOnly([action], '-l -p -P')) return;
  // One word, a number or `-` resets what was set before.
  if (settled(action) && (signals.length === 0 || action.text === '-' || /^[0-9]+$/.test(action.text))) return;
  if (settled(action) && action.text === '') return doing.env('the signals it listens to');
  if (settled(action)) doing.unknown('`trap` keeps text to run it as code later');
  else doing.unread(`what \`trap\` runs is not known: ${whyUnsure(action)}`);
  doing.script(action);
};

const source: Program = (args, doing) => {
  const words = args[0]?.text === '--' ? args.slice(1) : args[0]?.text === '-p' ? args.slice(2) : args;
  const [file] = words;
  if (file === undefined) return;
  if (['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(file.text ?? '')) runInput('source', doing);
  else doing.read(file);
  if (file.printed !== undefined) doing.script(literal(file.printed), { here: true });
  doing.unread(`what is written in \`${file.text ?? file.source}\` runs in this shell`);
};

/** `command -v name` only looks. */
const command: Program = (args, doing) => {
  const { options, unsure } = readWrapperOptions(args, { flags: '-p -v -V', stopsAtOperand: true }, doing);
  if (options.has('-v -V')) return;
  runInner(options.operands, { doing, unsure, options: { transparent: true, here: true } });
};

const builtin: Program = (args, doing) => {
  const { options, unsure } = readWrapperOptions(args, { stopsAtOperand: true }, doing);
  runInner(options.operands, { doing, unsure, options: { transparent: true, here: true } });
};

const exec: Program = (args, doing) => {
  const { operands, has, valuesOf } = readOptions(args, { flags: '-c -l', values: '-a', stopsAtOperand: true }, doing);
  if (operands.length === 0) return;
  doing.unknown('it takes the place of the shell: what follows does not run');
  if (has('-c')) doing.unknown('the command sees an empty environment');
  if (has('-l')) doing.unknown('the command is told that it is a login shell');
  runInner(operands, { doing, unsure: false, options: { transparent: true } });
  runNamed(valuesOf('-a'), operands, doing);
};

/** What the shell itself runs as code. */
export const codePrograms: ProgramTable = { eval: evaluate, trap, 'source .': source, command, builtin, exec };

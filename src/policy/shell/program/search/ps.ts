import { wordSet } from '../../../../base/words.js';
import type { EffectSink } from '../../program.js';
import type { Word } from '../../word.js';

/** Letters of dashed options with a value, in procps. */
const dashedValues = 'CGUgopqstuO';
const plainValues = 'OUkopqtN';
const longValues = wordSet(
  '--Group --User --cols --columns --format --group --lines --pid --ppid --quick-pid --rows --sid --sort --tty --user --width',
);
const longFlags = wordSet(
  '--context --cumulative --deselect --forest --headers --heading --headings --no-headers --no-heading --no-headings --info --help --version',
);

/** `ps`: harmless, unless it shows the environment of processes: `ps e`, `ps auxe`, `ps -E`. */
export function ps(args: readonly Word[], doing: EffectSink): void {
  for (let at = 0; at < args.length; at += 1) {
    const { text } = args[at] as Word;
    if (text === undefined) doing.unknown('what ps shows is only known at run time');
    else if (text.startsWith('--')) at += readLong(text, args[at + 1], doing);
    else if (/^[\d,]+$/.test(text)) continue;
    else at += readLetters(text, args[at + 1], doing);
  }
}

/** Answers how many words beyond its own the option took. */
function readLong(text: string, next: Word | undefined, doing: EffectSink): number {
  const [name = '', ...joined] = text.split('=');
  if (longFlags.has(name)) return 0;
  if (!longValues.has(name)) doing.unknown(`the option ${text} is not one whose doing is known`);
  const value = joined.length > 0 ? joined.join('=') : next?.text;
  if (name === '--format') doubtFormat(value, doing);
  return joined.length > 0 ? 0 : 1;
}

function readLetters(text: string, next: Word | undefined, doing: EffectSink): number {
  const dashed = text.startsWith('-');
  const letters = dashed ? text.slice(1) : text;
  const taking = dashed ? dashedValues : plainValues;
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] as string;
    const joined = letters.slice(at + 1);
    if (letter === 'E' || (letter === 'e' && !dashed)) doing.secret('the environment of other processes');
    if (!/[a-zA-Z0-9]/.test(letter)) doing.unknown(`the option ${text} is not one whose doing is known`);
    if (!taking.includes(letter)) continue;
    if (letter === 'o' || letter === 'O') doubtFormat(joined === '' ? next?.text : joined, doing);
    // `-auxe`: where no user has the name that follows -u, ps reads the letters as if there were no dash.
    if (letter === 'u' && dashed && joined.includes('e')) doing.secret('the environment of other processes');
    return joined === '' ? 1 : 0;
  }
  return 0;
}

function doubtFormat(format: string | undefined, doing: EffectSink): void {
  if (format === undefined) doing.unknown('what ps shows is only known at run time');
  else if (/env/i.test(format)) doing.secret('the environment of other processes');
}

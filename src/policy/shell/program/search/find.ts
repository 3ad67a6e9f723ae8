import { wordSet } from '../../../../base/words.js';
import { eachMatch } from '../../options.js';
import type { EffectSink } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { reportChosen } from './chosen-names.js';
import { type FindAction, parseFindExpression, withFound } from './find-expression.js';
import { runsOnHidden } from './find-guard.js';

/** `find`: reads below its start points, and does with what it finds what the expression says. */
export function find(args: readonly Word[], doing: EffectSink): void {
  for (const { text, splits, source } of args) {
    if (text === undefined && splits === true) doing.unknown(`${source} may become several words of the search`);
  }
  const all = eachMatch(args);
  const { from, follows: told } = readLeading(all, doing);
  const rest = all.slice(from);
  const border = rest.findIndex(({ text = '' }) => /^-.|^[()!,]$/.test(text));
  const given = border === -1 ? rest : rest.slice(0, border);
  const starts = given.length === 0 ? [literal('.')] : given;
  const expression = border === -1 ? [] : rest.slice(border);
  const follows = told || expression.some(({ text }) => text === '-follow');
  const actions = parseFindExpression(expression);
  const runs = actions.some(({ kind }) => kind === 'run');
  const names = namesIn(expression);
  for (const start of starts) {
    if (start.text === undefined && (likely(start) === '' || likely(start).startsWith('-'))) {
      doing.unknown(start.note ?? `${start.source} may be a part of the search`);
    }
    doing.read(start, {
      deep: true,
      followsLinks: follows,
      hidden: runsOnHidden(expression),
      namesOnly: !runs,
    });
  }
  if (runs) reportChosen(names, starts, doing);
  for (const action of actions) report(action, { starts, follows, doing });
}

/** The names that are asked for. */
const namesIn = (expression: readonly Word[]): readonly Word[] =>
  expression.filter((_, at) => /^-i?name$/.test(expression[at - 1]?.text ?? ''));

interface Reporting {
  readonly starts: readonly Word[];
  readonly follows: boolean;
  readonly doing: EffectSink;
}

/** `-H`, `-L`, `-P`, `-D`, `-O` come before the start points. */
function readLeading(words: readonly Word[], doing: EffectSink): { readonly from: number; readonly follows: boolean } {
  let from = 0;
  let follows = false;
  while (from < words.length) {
    const { text = '' } = words[from] as Word;
    if (text === '-L') follows = true;
    if (text === '-D') {
      if (!/^[a-z,]+$/.test(words[from + 1]?.text ?? '')) doing.unknown('the value of -D is not known');
      from += 2;
    } else if (/^(-[HLPEXsx]|-O\d*|--)$/.test(text)) from += 1;
    else break;
  }
  return { from, follows };
}

const maxStarts = 16;

function report(action: FindAction, { starts, follows, doing }: Reporting): void {
  if (action.kind === 'unknown') doing.unknown(action.note);
  else if (action.kind === 'read') doing.read(action.file);
  else if (action.kind === 'write') doing.write(action.file);
  else if (action.kind === 'run') runOnFound(action, { starts, follows, doing });
  else for (const start of starts) doing.delete(start, { deep: true });
}

function runOnFound(action: Extract<FindAction, { kind: 'run' }>, { starts, follows, doing }: Reporting): void {
  const { command, inFolder } = action;
  if (command.length === 0) doing.unknown('which command it runs is not told');
  if (starts.length > maxStarts) doing.unknown('it starts at more places than are looked into');
  const options = { input: { kind: 'none' }, ...(inFolder && { cwd: null }) } as const;
  // What is read of plain files below the start points is told by the reading of these, and where links lead beside it.
  const told = !inFolder && readers.has(command[0]?.text ?? '');
  for (const start of starts.slice(0, maxStarts)) {
    if (told && !action.onlyFiles && !follows) doing.read(start, { deep: true, followsLinks: true });
    const found: Word = told && start.text !== undefined ? start : foundBelow(start);
    doing.run(withFound(command, found), options);
  }
}

function foundBelow(start: Word): Word {
  return {
    text: undefined,
    source: '{}',
    note: `which files are found below ${start.text ?? start.source} is only known at run time`,
    guess: outside.test(likely(start)) ? `${likely(start)}/*` : likely(start),
  };
}

const outside = /^(\/|\.\.(\/|$))/;

/** Programs that only read the files they are given, with options that are checked where they are known. */
const readers = wordSet(
  'cat head tail wc ls stat file grep egrep fgrep md5sum sha1sum sha256sum sha512sum du basename dirname realpath readlink echo nl cksum',
);

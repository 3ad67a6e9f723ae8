import { wordSet, wordsOf } from '../../../../base/words.js';
import { type ReadOptions, readOptions } from '../../options.js';
import type { Word } from '../../word.js';
import { applyPatch, bisect, changes, clean, stash, worktree } from './changers.js';
import { type ReaderSpec, refsOnly, reportReader, withoutBareEnd } from './reader.js';
import { logOptions } from './reader-options.js';
import { log } from './readers.js';
import { type Subcommand, settledText } from './site.js';

/** Options of branch and tag that make operands patterns of what to list; without one they are made. */
const filters = '--contains --no-contains --with --without --merged --no-merged --points-at';

const branchList: ReaderSpec = refsOnly({
  flags: `-a -r -v -q -l -i --all --remotes --verbose --quiet --list --show-current --no-color --no-column
    --ignore-case --no-abbrev --omit-empty`,
  optional: '--color --column --abbrev',
  values: `${filters} --sort --format`,
  lastBare: filters,
});

const tagList: ReaderSpec = {
  ...branchList,
  flags: '-l -i --list --no-color --no-column --ignore-case --omit-empty',
  optional: '-n --color --column',
  values: `${filters} --sort --format`,
};

/** Reads when every option is one of the reader's and `looks` says that it only reads. */
const readsIf =
  (spec: ReaderSpec, looks: (read: ReadOptions, args: readonly Word[]) => boolean, otherwise: Subcommand): Subcommand =>
  (args, site) => {
    let known = true;
    const unknown = (): void => {
      known = false;
    };
    const read = readOptions(withoutBareEnd(args, spec), spec, { unknown });
    if (known && looks(read, args)) reportReader(args, spec, site);
    else otherwise(args, site);
  };

/** Lists when there are no operands, or when they are patterns. */
const listsIf = (spec: ReaderSpec, lists: string, otherwise: Subcommand): Subcommand =>
  readsIf(
    spec,
    ({ operands, has }, args) =>
      operands.length === 0 || has(lists) || wordsOf(spec.lastBare).includes(args.at(-1)?.text ?? ''),
    otherwise,
  );

const applySpec: ReaderSpec = {
  flags: `--stat --numstat --summary --check -R --reverse -v --verbose -q --quiet --recount --ignore-whitespace -z
    --cached --ignore-space-change --unidiff-zero --inaccurate-eof --binary --allow-empty --index --allow-overlap`,
  values: '-p -C --whitespace --include --exclude --directory',
  reach: 'content',
  operands: 'paths',
};

/** Options of `git apply` that only look; `--apply` undoes that. */
const applyLooks = wordSet('--stat --numstat --summary --check');

const cleanSpec: ReaderSpec = {
  flags: '-n --dry-run -d -f --force -x -X -q --quiet',
  values: '-e --exclude',
  reach: 'content',
  operands: 'paths',
  shows: 'names',
};

const plain: ReaderSpec = refsOnly();

/** A subcommand with verbs of its own: those that only read; the empty one is none at all. */
function verbsOr(table: Readonly<Record<string, ReaderSpec>>, otherwise: Subcommand): Subcommand {
  return (args, site) => {
    const verb = args[0] === undefined ? '' : settledText(args[0]);
    const spec = verb !== undefined && Object.hasOwn(table, verb) ? table[verb] : undefined;
    if (spec === undefined) otherwise(args, site);
    else reportReader(args.slice(1), spec, { ...site, command: `${site.command} ${verb}`.trimEnd() });
  };
}

const stashVerbs: Readonly<Record<string, ReaderSpec>> = {
  list: log,
  show: {
    ...log,
    flags: `${logOptions.flags} --include-untracked --only-untracked --no-include-untracked`,
  },
};

const worktreeVerbs: Readonly<Record<string, ReaderSpec>> = {
  list: { ...plain, flags: '-v -z --verbose --porcelain', values: '--expire' },
};

const bisectVerbs: Readonly<Record<string, ReaderSpec>> = {
  log: plain,
  terms: { ...plain, flags: '--term-good --term-bad --term-old --term-new' },
};

const noteVerbs: Readonly<Record<string, ReaderSpec>> = {
  '': plain,
  list: plain,
  show: { ...plain, reach: 'content' },
  'get-ref': plain,
};

const notesOr = (otherwise: Subcommand): Subcommand => {
  const verbs = verbsOr(noteVerbs, otherwise);
  return (args, site) => verbs(withoutRef(args), site);
};

function withoutRef(args: readonly Word[]): readonly Word[] {
  const [first] = args;
  if (first?.text === '--ref') return args.slice(2);
  return first?.text?.startsWith('--ref=') === true ? args.slice(1) : args;
}

/** What follows `git reflog` is a verb or, when it is none, what `git log` takes. */
const reflogOr =
  (otherwise: Subcommand): Subcommand =>
  (args, site) => {
    const verb = args[0] === undefined ? '' : settledText(args[0]);
    if (verb === undefined || ['expire', 'delete', 'drop', 'write'].includes(verb)) otherwise(args, site);
    else if (verb === 'exists' || verb === 'list') reportReader(args.slice(1), plain, site);
    else reportReader(verb === 'show' ? args.slice(1) : args, log, site);
  };

/** Subcommands that read or change, by their arguments. */
export const listing: Readonly<Record<string, Subcommand>> = {
  branch: listsIf(
    branchList,
    `-l --list ${filters}`,
    changes('git branch makes, moves or deletes branches, or changes the config of one'),
  ),
  tag: listsIf(tagList, `-l --list -n ${filters}`, changes('git tag makes or deletes tags, or checks them with gpg')),
  'symbolic-ref': readsIf(
    refsOnly({ flags: '-q --quiet --short --no-recurse --recurse' }),
    ({ operands }) => operands.length <= 1,
    changes('git symbolic-ref changes what a name of the repository leads to'),
  ),
  notes: notesOr(changes('git notes changes the notes of commits')),
  reflog: reflogOr(changes('git reflog deletes what is remembered of earlier states')),
  stash: verbsOr(stashVerbs, stash),
  worktree: verbsOr(worktreeVerbs, worktree),
  bisect: verbsOr(bisectVerbs, bisect),
  apply: readsIf(applySpec, (_, args) => args.some(({ text = '' }) => applyLooks.has(text)), applyPatch),
  // With `-n` it only says what it would delete, whatever else is given.
  clean: readsIf(cleanSpec, ({ has }) => has('-n --dry-run'), clean),
};

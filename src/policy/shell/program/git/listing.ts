import { readOptions } from '../../options.js';
import type { Word } from '../../word.js';
import { names, type ReaderSpec, reportReader, withoutBareEnd } from './reader.js';
import { logOptions } from './reader-options.js';
import { readers } from './readers.js';
import { type Subcommand, settledText } from './site.js';

/** Options of branch and tag that make operands patterns of what to list; without one they are made. */
const filters = '--contains --no-contains --with --without --merged --no-merged --points-at';

const branchList: ReaderSpec = {
  options: {
    flags:
      '-a -r -v -q -l -i --all --remotes --verbose --quiet --list --show-current --no-color --no-column --ignore-case ' +
      '--no-abbrev --omit-empty',
    optional: '--color --column --abbrev',
    values: `${filters} --sort --format`,
  },
  reach: 'refs',
  operands: 'none',
  lastBare: filters,
};

const tagList: ReaderSpec = {
  ...branchList,
  options: {
    flags: '-l -i --list --no-color --no-column --ignore-case --omit-empty',
    optional: '-n --color --column',
    values: `${filters} --sort --format`,
  },
};

export const branchOr = (otherwise: Subcommand): Subcommand =>
  readsOr(branchList, { lists: `-l --list ${filters}`, otherwise });

export const tagOr = (otherwise: Subcommand): Subcommand =>
  readsOr(tagList, { lists: `-l --list -n ${filters}`, otherwise });

/** Reads when every option is one of the reader's and operands are none, at most one of its own, or patterns. */
function readsOr(
  spec: ReaderSpec,
  { lists, most = 0, otherwise }: { readonly lists: string; readonly most?: number; readonly otherwise: Subcommand },
): Subcommand {
  return (args, site) => {
    let settled = true;
    const unknown = (): void => {
      settled = false;
    };
    const { operands, has } = readOptions(withoutBareEnd(args, spec), spec.options, { unknown });
    const last = names(spec.lastBare).includes(args.at(-1)?.text ?? '');
    const reads = operands.length <= most || last || has(...names(lists));
    if (settled && reads) reportReader(args, spec, site);
    else otherwise(args, site);
  };
}

export const symbolicRefOr = (otherwise: Subcommand): Subcommand =>
  readsOr(
    { options: { flags: '-q --quiet --short --no-recurse --recurse' }, reach: 'refs', operands: 'none' },
    { lists: '', most: 1, otherwise },
  );

const plain: ReaderSpec = { options: {}, reach: 'refs', operands: 'none' };
const log = readers['log'] ?? plain;

/** A subcommand with verbs of its own: those that only read; the empty one is none at all. */
export function verbsOr(table: Readonly<Record<string, ReaderSpec>>, otherwise: Subcommand): Subcommand {
  return (args, site) => {
    const verb = args[0] === undefined ? '' : settledText(args[0]);
    const spec = verb !== undefined && Object.hasOwn(table, verb) ? table[verb] : undefined;
    if (spec === undefined) otherwise(args, site);
    else reportReader(args.slice(1), spec, { ...site, command: `${site.command} ${verb}`.trimEnd() });
  };
}

export const stashVerbs: Readonly<Record<string, ReaderSpec>> = {
  list: log,
  show: {
    ...log,
    options: {
      ...logOptions,
      flags: `${logOptions.flags} --include-untracked --only-untracked --no-include-untracked`,
    },
  },
};

export const worktreeVerbs: Readonly<Record<string, ReaderSpec>> = {
  list: { ...plain, options: { flags: '-v -z --verbose --porcelain', values: '--expire' } },
};

export const bisectVerbs: Readonly<Record<string, ReaderSpec>> = {
  log: plain,
  terms: { ...plain, options: { flags: '--term-good --term-bad --term-old --term-new' } },
};

const noteVerbs: Readonly<Record<string, ReaderSpec>> = {
  '': plain,
  list: plain,
  show: { ...plain, reach: 'content' },
  'get-ref': plain,
};

export const notesOr = (otherwise: Subcommand): Subcommand => {
  const verbs = verbsOr(noteVerbs, otherwise);
  return (args, site) => verbs(withoutRef(args), site);
};

function withoutRef(args: readonly Word[]): readonly Word[] {
  const [first] = args;
  if (first?.text === '--ref') return args.slice(2);
  return first?.text?.startsWith('--ref=') === true ? args.slice(1) : args;
}

/** What follows `git reflog` is a verb or, when it is none, what `git log` takes. */
export const reflogOr =
  (otherwise: Subcommand): Subcommand =>
  (args, site) => {
    const verb = args[0] === undefined ? '' : settledText(args[0]);
    if (verb === undefined || ['expire', 'delete', 'drop', 'write'].includes(verb)) otherwise(args, site);
    else if (verb === 'exists' || verb === 'list') reportReader(args.slice(1), plain, site);
    else reportReader(verb === 'show' ? args.slice(1) : args, log, site);
  };

import { eachName, wordsOf } from '../../base/words.js';
import { optionLength } from '../../policy/rule/global-options.js';

/** A word of a command; null where it is only known at run time. */
type CommandWord = string | null;

/**
 * Whether git with these arguments may throw away work: what is not committed, what was put aside, or commits and names
 * that lead to them. What is not known to keep all of it counts, an alias too.
 */
export function discardsWork(args: readonly CommandWord[]): boolean {
  const at = subcommandAt(args);
  if (at === undefined) return true;
  const [name, ...rest] = args.slice(at);
  if (name === undefined) return false;
  const grave = name === null ? undefined : keeping.get(name);
  if (grave === undefined) return true;
  if (name === 'checkout' && !rest.includes('-b')) return true;
  return grave.length > 0 && rest.some((word) => word === null || grave.some((one) => isMeant(word, one)));
}

/** Behind the options of git itself; undefined where one of them is not known. */
function subcommandAt(args: readonly CommandWord[]): number | undefined {
  let at = 0;
  for (let word = args[0]; word !== undefined; word = args[at]) {
    if (word === null || !word.startsWith('-')) return at;
    const length = tells.has(word) ? 1 : optionLength('git', word);
    if (length === undefined) return undefined;
    at += length;
  }
  return at;
}

const tells: ReadonlySet<string> = new Set(['--version', '-v', '--help', '-h']);

/**
 * The subcommands that keep what there is, each with the words that make it throw something away: options, also where they
 * are shortened or stand together, verbs, and how a refspec begins.
 */
const keeping: ReadonlyMap<string, readonly string[]> = new Map(
  eachName({
    [`status log diff show blame annotate grep ls-files ls-tree ls-remote rev-parse rev-list describe shortlog cat-file
      cherry name-rev merge-base for-each-ref show-ref var version help count-objects fsck whatchanged range-diff
      diff-tree diff-index diff-files check-ignore check-attr verify-commit verify-tag format-patch archive
      add init clone config`]: '',
    commit: '--amend',
    fetch: '-f --force -p --prune -P --prune-tags + :',
    pull: '-f --force -p --prune -r --rebase + :',
    push: '-f --force --force-with-lease -d --delete --mirror --prune + :',
    'merge revert cherry-pick': '--abort --quit --skip',
    tag: '-d --delete -f --force',
    branch: '-d -D --delete -f --force -M -C',
    checkout: '-f --force -B --orphan',
    switch: '-f --force --discard-changes -C --force-create --orphan',
    stash: 'drop clear',
    remote: 'remove rm prune -p --prune -d --delete',
    worktree: 'remove prune move -f --force -B',
    submodule: 'deinit -f --force',
    notes: 'remove prune merge -f --force',
    reflog: 'expire delete drop',
  }).map(([name, words]) => [name, wordsOf(words)]),
);

function isMeant(word: string, grave: string): boolean {
  if (grave.startsWith('--')) return word.length > 2 && grave.startsWith(word.split('=')[0] ?? word);
  if (grave.startsWith('-')) return /^-[^-]/.test(word) && word.includes(grave.charAt(1));
  return /^[a-z]/.test(grave) ? word === grave : word.startsWith(grave);
}

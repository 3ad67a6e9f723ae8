import {
  applyPatch,
  bisect,
  changes,
  checkout,
  checkoutIndex,
  clean,
  credential,
  filterBranch,
  init,
  maintenance,
  move,
  rebase,
  remove,
  reset,
  restore,
  stash,
  submodule,
  tool,
  worktree,
} from './changers.js';
import { config, variable } from './config-command.js';
import {
  bisectVerbs,
  branchOr,
  notesOr,
  reflogOr,
  stashVerbs,
  symbolicRefOr,
  tagOr,
  verbsOr,
  worktreeVerbs,
} from './listing.js';
import { applyOr, archive, bundle, catFile, cleanOr, formatPatch, hashObject } from './objects.js';
import { reportReader } from './reader.js';
import { readers } from './readers.js';
import { clone, fetch, lsRemote, push, remote } from './remote-commands.js';
import type { Subcommand } from './site.js';

const hooks = 'runs the hooks of the repository';

/** What changes the repository and needs no more than a word on it. */
const plainChanges: Readonly<Record<string, string>> = {
  add: 'git add changes the index, and runs the filters of the repository',
  stage: 'git stage changes the index, and runs the filters of the repository',
  commit: `git commit ${hooks}`,
  merge: `git merge ${hooks} and may run merge drivers`,
  'cherry-pick': `git cherry-pick ${hooks}`,
  revert: `git revert ${hooks}`,
  gc: 'git gc packs the repository anew and deletes what nothing leads to',
  prune: 'git prune deletes objects that nothing leads to',
  repack: 'git repack packs the repository anew',
  'update-ref': 'git update-ref changes where branches and tags stand',
  'update-index': 'git update-index changes the index',
  'read-tree': 'git read-tree changes the index, and with -u the files',
  'write-tree': 'git write-tree writes objects',
  'commit-tree': 'git commit-tree writes objects',
  replace: 'git replace puts other objects in the place of those that are named',
  'filter-repo': 'git filter-repo writes history anew',
  'fast-import': 'git fast-import writes history, and the files that its input names',
  'fast-export': 'git fast-export can write files',
  fsck: 'git fsck looks at the whole repository and can write what it finds',
  'verify-commit': 'git verify-commit runs gpg',
  'verify-tag': 'git verify-tag runs gpg',
  help: 'what shows the help of git is named in its config',
  rerere: 'git rerere changes files and what is known of conflicts',
  'sparse-checkout': 'git sparse-checkout writes and deletes files',
  'send-email': 'git send-email sends mail, and runs what its config names',
  'interpret-trailers': 'git interpret-trailers runs the commands that its config names',
};

/** What talks to other machines in ways that are not followed further. */
const remoteHelpers = 'fetch-pack send-pack request-pull imap-send svn p4 daemon http-fetch http-push lfs annex'.split(
  ' ',
);

const change = (name: string): Subcommand => changes(plainChanges[name] ?? `git ${name} changes the repository`);

const special: Readonly<Record<string, Subcommand>> = {
  branch: branchOr(changes('git branch makes, moves or deletes branches, or changes the config of one')),
  tag: tagOr(changes('git tag makes or deletes tags, or checks them with gpg')),
  'symbolic-ref': symbolicRefOr(changes('git symbolic-ref changes what a name of the repository leads to')),
  notes: notesOr(changes('git notes changes the notes of commits')),
  reflog: reflogOr(changes('git reflog deletes what is remembered of earlier states')),
  stash: verbsOr(stashVerbs, stash),
  worktree: verbsOr(worktreeVerbs, worktree),
  bisect: verbsOr(bisectVerbs, bisect),
  apply: applyOr(applyPatch),
  am: applyPatch,
  clean: cleanOr(clean),
  'cat-file': catFile,
  'hash-object': hashObject,
  archive,
  bundle,
  'format-patch': formatPatch,
  config,
  var: variable,
  remote,
  'ls-remote': lsRemote,
  push,
  fetch,
  pull: fetch,
  clone,
  rm: remove,
  mv: move,
  restore,
  checkout,
  switch: checkout,
  reset,
  rebase,
  submodule,
  'filter-branch': filterBranch,
  difftool: tool,
  mergetool: tool,
  init,
  maintenance,
  credential,
  'credential-store': credential,
  'credential-cache': credential,
  'checkout-index': checkoutIndex,
};

/** What a subcommand of this name does; undefined when it is none that is known: an alias, say. */
export const findSubcommand = (name: string): Subcommand | undefined => byName.get(name);

const byName = new Map<string, Subcommand>([
  ...Object.keys(plainChanges).map((name) => [name, change(name)] as const),
  ...remoteHelpers.map((name) => [name, changes(`git ${name} talks to other machines`)] as const),
  ...Object.entries(readers).map(
    ([name, spec]) => [name, (args, site) => void reportReader(args, spec, site)] as [string, Subcommand],
  ),
  ...Object.entries(special),
]);

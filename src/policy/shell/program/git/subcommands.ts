import { eachName, wordsOf } from '../../../../base/words.js';
import { changers, changes } from './changers.js';
import { configCommands } from './config-command.js';
import { listing } from './listing.js';
import { objects } from './objects.js';
import { reportReader } from './reader.js';
import { readers } from './readers.js';
import { remoteCommands } from './remote-commands.js';
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
const remoteHelpers = wordsOf(
  'fetch-pack send-pack request-pull imap-send svn p4 daemon http-fetch http-push lfs annex',
);

/** What a subcommand of this name does; undefined when it is none that is known: an alias, say. */
export const findSubcommand = (name: string): Subcommand | undefined => byName.get(name);

const byName: ReadonlyMap<string, Subcommand> = new Map([
  ...Object.entries(plainChanges).map(([name, note]) => [name, changes(note)] as const),
  ...remoteHelpers.map((name) => [name, changes(`git ${name} talks to other machines`)] as const),
  ...eachName(readers).map(
    ([name, spec]) => [name, (args, site) => void reportReader(args, spec, site)] as [string, Subcommand],
  ),
  ...[listing, objects, configCommands, remoteCommands, changers].flatMap(eachName),
]);

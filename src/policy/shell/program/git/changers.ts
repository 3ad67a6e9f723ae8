import { join } from 'node:path';
import { type OptionSpec, type ReadOptions, readOptions } from '../../options.js';
import { literal, type Word } from '../../word.js';
import { patchTargets } from './patch-targets.js';
import { reportRemote } from './remote.js';
import { type GitSite, pathIn, type Subcommand, settledText } from './site.js';

/** These are never proved: options are only read to find paths and programs in them. */
const messageSpec: OptionSpec = { values: '-m --message -F --file -C -c -t --template --pathspec-from-file' };
const pathSpec: OptionSpec = { values: '-s --source --conflict --pathspec-from-file' };
const folderSpec: OptionSpec = { values: '-b -B --branch --reason --name --reference --depth' };
const commandSpec: OptionSpec = { values: '-x --exec --extcmd' };
const filterNames =
  '--env-filter --tree-filter --index-filter --msg-filter --commit-filter --tag-name-filter --parent-filter --setup';

const silent = { unknown: () => {} };

/** Changes the repository, or runs what it names. */
export const changes =
  (note: string): Subcommand =>
  (args, site) => {
    site.doing.unknown(note);
    reportMessageFiles(readOptions(args, messageSpec, silent), site);
  };

function reportMessageFiles(read: ReadOptions, site: GitSite): void {
  for (const file of read.valuesOf('-F --file --pathspec-from-file'))
    if (file.text !== '-') site.doing.read(pathIn(site, file));
}

const remove: Subcommand = (args, site) => {
  const { operands, has } = readOptions(args, { values: '--pathspec-from-file' }, silent);
  site.doing.unknown('git rm takes files out of the index, and runs the hooks of the repository');
  if (has('--cached -n --dry-run')) return;
  for (const word of operands) site.doing.delete(pathIn(site, word), { deep: has('-r') });
};

const move: Subcommand = (args, site) => {
  const { operands } = readOptions(args, {}, silent);
  site.doing.unknown('git mv moves files and changes the index');
  for (const word of operands.slice(0, -1)) site.doing.move(pathIn(site, word));
  const target = operands.at(-1);
  if (target !== undefined) site.doing.write(pathIn(site, target));
};

export const clean: Subcommand = (args, site) => {
  const { operands, has } = readOptions(args, { values: '-e --exclude' }, silent);
  const ignored = has('-x -X') ? ', also those that are ignored' : '';
  site.doing.unknown(`git clean deletes files that were never committed${ignored}: they cannot be brought back`);
  for (const word of operands.length === 0 ? [literal('.')] : operands)
    site.doing.delete(pathIn(site, word), { deep: true });
};

/** Brings back files as they were committed: what was changed in them since is lost. */
const restore: Subcommand = (args, site) => {
  const { operands, has } = readOptions(args, pathSpec, silent);
  site.doing.unknown('git restore writes files as they were committed: what was changed in them since is lost');
  if (has('--staged -S') && !has('--worktree -W')) return;
  reportWrites(operands, site);
};

const checkout: Subcommand = (args, site) => {
  const { has } = readOptions(args, {}, silent);
  const end = args.findIndex(({ text }) => text === '--');
  const { doing, command } = site;
  doing.unknown(`git ${command} writes the files of another commit, and runs the hooks and filters of the repository`);
  if (has('-f --force --discard-changes')) doing.unknown('what is not committed is lost');
  if (end !== -1) reportWrites(args.slice(end + 1), site);
  else if (args.length === 1 && args[0]?.text === '.') reportWrites(args, site);
};

function reportWrites(paths: readonly Word[], site: GitSite): void {
  for (const word of paths) {
    const path = pathIn(site, word);
    const folder = path.text === undefined ? undefined : join(site.folder ?? '', path.text);
    const deep = folder !== undefined && (path.text === '.' || site.doing.context.list(folder) !== undefined);
    site.doing.write(path, { deep });
  }
}

const reset: Subcommand = (args, { doing }) => {
  const { has } = readOptions(args, {}, silent);
  doing.unknown('git reset changes the index and where the branch stands');
  if (has('--hard --merge --keep')) doing.unknown('with --hard what is not committed is lost');
};

/** A patch names the files it writes. */
export const applyPatch: Subcommand = (args, site) => {
  const { doing } = site;
  const spec: OptionSpec = { values: '-p -C --whitespace --include --exclude --directory --build-fake-ancestor' };
  const { operands, valuesOf } = readOptions(args, spec, silent);
  doing.unknown(`git ${site.command} writes the files that a patch names`);
  const strip = Number(valuesOf('-p').at(-1)?.text ?? 1);
  const below = valuesOf('--directory').at(-1)?.text ?? '';
  const files = operands.filter(({ text }) => text !== '-');
  for (const file of files) doing.read(pathIn(site, file));
  const input = files.length === 0 && doing.input.kind === 'piped' ? [doing.input.text] : [];
  for (const text of [...files.map((file) => textOf(file, site)), ...input])
    for (const path of patchTargets(text ?? '', strip)) doing.write(pathIn(site, literal(join(below, path))));
};

function textOf(file: Word, { doing, folder }: GitSite): string | undefined {
  const text = settledText(file);
  if (text === undefined || folder === undefined) return undefined;
  return doing.context.readText(text.startsWith('/') ? text : join(folder, text));
}

const rebase: Subcommand = (args, site) => {
  const { valuesOf } = readOptions(args, commandSpec, silent);
  site.doing.unknown('git rebase writes history anew, and runs the hooks of the repository');
  for (const value of valuesOf('-x --exec')) site.doing.script(value);
};

export const bisect: Subcommand = (args, { doing }) => {
  doing.unknown('git bisect checks out other commits, and runs the hooks of the repository');
  if (args[0]?.text === 'run' && args.length > 1) doing.run(args.slice(1));
};

const submodule: Subcommand = (args, site) => {
  const { doing } = site;
  doing.unknown('git submodule runs git in other repositories, each with a config of its own');
  const words = args.filter(({ text }) => text !== '--quiet' && text !== '-q');
  const [verb, ...rest] = words;
  if (verb?.text === 'foreach') {
    const command = rest.filter(({ text }) => text !== '--recursive' && text !== '--quiet');
    if (command.length === 1) doing.script(command[0] as Word);
    else if (command.length > 1) doing.run(command);
  }
  if (verb?.text === 'add') reportRemote(readOptions(rest, folderSpec, silent).operands[0], 'read', site);
  if (verb?.text === 'update') reportRemote(literal('the submodules'), 'read', site);
};

const filterBranch: Subcommand = (args, { doing }) => {
  const { valuesOf } = readOptions(args, { values: filterNames }, silent);
  doing.unknown('git filter-branch runs commands for every commit and writes history anew');
  for (const value of valuesOf(filterNames)) doing.script(value);
};

const tool: Subcommand = (args, { doing, command }) => {
  const { valuesOf } = readOptions(args, commandSpec, silent);
  doing.unknown(`git ${command} runs a program that the config of git or the arguments name`);
  for (const value of valuesOf('-x --extcmd')) doing.script(value);
};

export const worktree: Subcommand = (args, site) => {
  const [verb, ...rest] = args;
  const { operands } = readOptions(rest, folderSpec, silent);
  site.doing.unknown('git worktree changes which folders the repository is checked out in, and runs its hooks');
  const [first, second] = operands;
  if (verb?.text === 'add' && first !== undefined) site.doing.write(pathIn(site, first), { deep: true });
  if (verb?.text === 'remove' && first !== undefined) site.doing.delete(pathIn(site, first), { deep: true });
  if (verb?.text !== 'move' || first === undefined) return;
  site.doing.move(pathIn(site, first));
  if (second !== undefined) site.doing.write(pathIn(site, second), { deep: true });
};

const init: Subcommand = (args, site) => {
  const { operands, valuesOf } = readOptions(
    args,
    { values: '--template --separate-git-dir -b --initial-branch --object-format --ref-format' },
    silent,
  );
  site.doing.unknown('git init makes a repository, with the hooks of its template');
  for (const value of valuesOf('--template')) site.doing.read(pathIn(site, value), { deep: true });
  for (const value of [...operands, ...valuesOf('--separate-git-dir')]) site.doing.write(pathIn(site, value));
};

export const stash: Subcommand = (args, { doing }) => {
  const verb = args[0]?.text ?? 'push';
  doing.unknown(`git stash ${verb} changes files and what is put aside`);
  if (verb === 'drop' || verb === 'clear') doing.unknown('what was put aside is lost');
};

const maintenance: Subcommand = (args, { doing }) => {
  doing.unknown('git maintenance packs the repository anew, and can have itself run at set times');
  if (args[0]?.text !== 'run') doing.write(literal(join(doing.context.home, '.gitconfig')));
};

const credential: Subcommand = (_args, { doing, command }) => {
  doing.unknown(`git ${command} runs the helpers that keep passwords`);
  doing.secret('the passwords git keeps');
};

const checkoutIndex: Subcommand = (args, site) => {
  const { operands, valuesOf } = readOptions(args, { values: '--prefix --stage' }, silent);
  site.doing.unknown('git checkout-index writes files out of the index');
  for (const value of valuesOf('--prefix')) site.doing.write(pathIn(site, value), { deep: true });
  reportWrites(operands, site);
};

/** Subcommands that change the repository or its files, beside those that may also only read. */
export const changers: Readonly<Record<string, Subcommand>> = {
  am: applyPatch,
  rm: remove,
  mv: move,
  restore,
  'checkout switch': checkout,
  reset,
  rebase,
  submodule,
  'filter-branch': filterBranch,
  'difftool mergetool': tool,
  init,
  maintenance,
  'credential credential-store credential-cache': credential,
  'checkout-index': checkoutIndex,
};

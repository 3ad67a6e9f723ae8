import type { OptionSpec } from '../../options.js';
import { readOptions } from '../../options.js';
import { literal, type Word } from '../../word.js';
import { takeSetting } from './global-options.js';
import { type ReaderSpec, refsOnly, reportReader } from './reader.js';
import { remoteNames, reportRemote, reportUrls } from './remote.js';
import { configFile, type GitSite, pathIn, type Subcommand, settledText } from './site.js';

/** Only to find operands: these subcommands are never proved. */
const valued: OptionSpec = {
  values: `-o --push-option --repo --receive-pack --exec --upload-pack -u --depth --deepen --shallow-since
    --shallow-exclude -j --jobs --refmap --server-option --negotiation-tip --filter -b --branch --reference
    --reference-if-able --origin -c --config --template --separate-git-dir -s --strategy -X --strategy-option --sort
    --revision --ref-format`,
};

/** What push has no value for, though fetch and clone have: `git push -u origin main`. */
const pushValued: OptionSpec = { values: '-o --push-option --repo --receive-pack --exec' };

const silent = { unknown: () => {} };

/** Options whose value is a program that git runs, here or at the other end. */
function reportPrograms(args: readonly Word[], { doing }: GitSite, more = ''): void {
  const { valuesOf } = readOptions(args, valued, silent);
  for (const value of valuesOf(`--upload-pack --receive-pack --exec ${more}`)) doing.script(value);
}

const push: Subcommand = (args, site) => {
  const { operands, has, valuesOf } = readOptions(args, pushValued, silent);
  const [remote = valuesOf('--repo').at(-1), ...refs] = operands;
  const forced = has('-f --force --force-with-lease --mirror') || refs.some(({ text }) => text?.startsWith('+'));
  const deletes = has('-d --delete --prune --mirror') || refs.some(({ text }) => text?.startsWith(':'));
  site.doing.unknown('git push runs the hooks of the repository and changes the remote');
  if (forced) site.doing.unknown('what others have pushed may be lost');
  if (deletes) site.doing.unknown('branches or tags of the remote are deleted');
  reportPrograms(args, site);
  reportRemote(remote, 'write', site);
};

const fetch: Subcommand = (args, site) => {
  const { operands, has } = readOptions(args, valued, silent);
  site.doing.unknown(`git ${site.command} brings in what a remote has, and runs the programs its config names`);
  reportPrograms(args, site);
  const all = has('--all --multiple') ? remoteNames(site) : [];
  if (all.length === 0) reportRemote(operands[0], 'read', site);
  for (const name of all) reportRemote(literal(name), 'read', site);
};

const clone: Subcommand = (args, site) => {
  const { doing } = site;
  const { operands, valuesOf } = readOptions(args, valued, silent);
  const [url, folder] = operands;
  doing.unknown('git clone runs what its template and config name, and writes what a remote holds');
  reportPrograms(args, site, '-u');
  for (const setting of valuesOf('-c --config')) takeSetting(setting, doing);
  for (const value of valuesOf('--template --reference --reference-if-able'))
    doing.read(pathIn(site, value), { deep: true });
  for (const value of valuesOf('--separate-git-dir')) doing.write(pathIn(site, value), { deep: true });
  if (url === undefined) return;
  reportRemote(url, 'read', site);
  const name = url.text
    ?.replace(/[/\s]+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:]/)
    .at(-1);
  const target = folder ?? { text: name === '' ? '.' : name, source: url.source };
  doing.write(pathIn(site, target), { deep: true });
};

const lsRemote: Subcommand = (args, site) => {
  const { operands, has } = readOptions(args, valued, silent);
  if (has('--get-url') && args.every(({ text }) => text === '--get-url' || text?.startsWith('-') === false)) {
    reportReader(args, refsOnly({ flags: '--get-url' }), site);
    reportUrls(site);
    return;
  }
  site.doing.unknown('git ls-remote asks a remote, with the programs that the config of git names');
  reportPrograms(args, site);
  reportRemote(operands[0], 'read', site);
};

const list: ReaderSpec = refsOnly();
const getUrl: ReaderSpec = { ...list, flags: '--push --all' };

const remote: Subcommand = (args, site) => {
  const verbose = args[0]?.text === '-v' || args[0]?.text === '--verbose';
  const [verb, ...rest] = verbose ? args.slice(1) : args;
  // `git remote show` without a name lists the names.
  const lists = verb === undefined || (verb.text === 'show' && rest.length === 0);
  if (!lists && verb.text !== 'get-url') {
    changeRemote(verb, rest, site);
    return;
  }
  reportReader(rest, lists ? list : getUrl, site);
  reportUrls(site);
};

function changeRemote(word: Word, args: readonly Word[], site: GitSite): void {
  const { doing } = site;
  const verb = settledText(word);
  const { operands } = readOptions(args, { values: '-t -m' }, silent);
  doing.unknown(`git remote ${verb ?? word.source} changes the config of the repository or asks a remote`);
  if (verb === 'add' || verb === 'set-url') {
    const urls = operands.slice(1);
    if (urls.some(({ text }) => text === undefined || text.includes('::'))) doing.write(configFile(site));
  } else if (verb === 'show' || verb === 'prune' || verb === 'update' || verb === 'set-head')
    reportRemote(operands[0], 'read', site);
}

/** Subcommands that talk to other machines. */
export const remoteCommands: Readonly<Record<string, Subcommand>> = {
  remote,
  'ls-remote': lsRemote,
  push,
  'fetch pull': fetch,
  clone,
};

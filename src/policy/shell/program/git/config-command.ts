import { join } from 'node:path';
import { type OptionSpec, type ReadOptions, readOptions } from '../../options.js';
import { literal, type Word } from '../../word.js';
import { isHarmlessSetting, normalName } from './config-name.js';
import { type ConfigEntry, parseConfigText } from './config-text.js';
import { reportState } from './reader.js';
import { holdsToken, reportUrls } from './remote.js';
import { isUnreadable } from './repository.js';
import { configFile, type GitSite, pathIn, type Subcommand, settledText } from './site.js';

const options: OptionSpec = {
  flags: `--global --system --local --worktree --get --get-all --get-regexp --get-urlmatch -l --list --name-only
    --show-origin --show-scope -z --null --bool --int --bool-or-int --bool-or-str --path --expiry-date --includes
    --no-includes --no-type --get-color --get-colorbool --all --regexp --show-names --no-show-names --fixed-value --add
    --unset --unset-all --replace-all --rename-section --remove-section -e --edit --append`,
  values: '-f --file --type --default --value --url --comment -t',
};

/** Without a verb all behind the first name is a value: `git config a.b --file` sets `a.b`. */
const leadingOptions: OptionSpec = { ...options, stopsAtOperand: true };

const changing = '--add --unset --unset-all --replace-all --rename-section --remove-section -e --edit';
const changingVerbs = ['set', 'unset', 'edit', 'rename-section', 'remove-section'];
const listing = '-l --list --get-regexp --get-urlmatch --all --regexp';

/** `git config`, in its old form (`--get name`) and with verbs, as since git 2.46 (`get name`). */
const config: Subcommand = (args, site) => {
  const leading = readOptions(args, leadingOptions, site.doing);
  const [first] = leading.operands;
  const verb = first === undefined ? undefined : settledText(first);
  const named = [...changingVerbs, 'get', 'list', 'get-color', 'get-colorbool'].includes(verb ?? '');
  const given = named ? readOptions(args, options, site.doing) : leading;
  const { operands, has } = given;
  const names = named ? operands.slice(1) : operands;
  const reading = has('--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list');
  const changes = has(changing) || (named ? changingVerbs.includes(verb ?? '') : !reading && operands.length > 1);
  if (changes) reportSetting(names, given, site);
  else reportReading(names, { given, lists: has(listing) || verb === 'list', site });
};

/** Keys of these sections hold no secrets. */
const open =
  /^(?:user|author|committer|core|branch|init|color|column|commit|tag|pull|push|merge|diff|log|status|rebase|fetch|format|i18n|advice|grep|blame|pager|gc|index|pack|feature|extensions|rerere|receive|transfer)\./;

function reportReading(
  names: readonly Word[],
  { given, lists, site }: { readonly given: ReadOptions; readonly lists: boolean; readonly site: GitSite },
): void {
  const { doing } = site;
  reportState(site, 'refs');
  for (const file of given.valuesOf('-f --file')) doing.read(pathIn(site, file));
  if (given.valuesOf('-f --file').length > 0) return;
  const name = names[0] === undefined ? undefined : settledText(names[0]);
  const normal = name === undefined ? undefined : normalName(name);
  if (!lists && normal !== undefined && open.test(normal)) return;
  if (!lists && normal !== undefined && /^remote\..+\.(?:url|pushurl|fetch)$/.test(normal)) {
    reportUrls(site);
    return;
  }
  if (lists && !given.has('--global --system') && listsNoSecret(site)) return;
  for (const file of filesOf(given, site)) doing.read(file);
}

/** Whether every line of the configs that would be listed is of a kind that holds no secret. */
function listsNoSecret(site: GitSite): boolean {
  const { context } = site.doing;
  const paths = [join(context.home, '.gitconfig'), join(context.home, '.config', 'git', 'config'), '/etc/gitconfig'];
  if (paths.some((path) => isUnreadable(context, path))) return false;
  const others = paths.map((path) => parseConfigText(context.readText(path) ?? ''));
  const all = [...site.repository.configs.map(({ entries }) => entries), ...others];
  return all.every((entries) => entries?.every(isOpenEntry) === true);
}

function isOpenEntry({ name, value = '' }: ConfigEntry): boolean {
  // A helper may be a script with the password in it, or a name.
  if (/^credential\.(?:.+\.)?helper$/.test(name)) return /^[\w.-]*$/.test(value);
  return (open.test(name) || /^(?:remote|submodule|filter|safe)\./.test(name)) && !holdsToken(`${name} ${value}`);
}

function reportSetting(names: readonly Word[], given: ReadOptions, site: GitSite): void {
  const { doing } = site;
  doing.unknown('git config changes what git does from now on');
  const [key, value] = names;
  const name = key === undefined ? undefined : settledText(key);
  const text = value === undefined ? undefined : settledText(value);
  const harmless = name !== undefined && isHarmlessSetting(normalName(name), text);
  const elsewhere = given.has('--global --system -f --file');
  if (elsewhere || !harmless || given.has('-e --edit'))
    for (const file of filesOf(given, site).slice(0, 1)) doing.write(file);
}

/** The files meant; without a choice the first is what is written, and all are read. */
function filesOf(given: ReadOptions, site: GitSite): readonly Word[] {
  const { home } = site.doing.context;
  const own = literal(join(home, '.gitconfig'));
  const chosen = given.valuesOf('-f --file').map((file) => pathIn(site, file));
  if (chosen.length > 0) return chosen;
  if (given.has('--global')) return [own];
  if (given.has('--system')) return [literal('/etc/gitconfig')];
  if (given.has('--worktree')) return [configFile(site, 'config.worktree')];
  return given.has('--local') ? [configFile(site)] : [configFile(site), own];
}

/** `git var` tells one thing; with `-l` all of the config. */
const variable: Subcommand = (args, site) => {
  const { has } = readOptions(args, { flags: '-l' }, site.doing);
  reportState(site, 'refs');
  if (has('-l')) for (const file of filesOf(readOptions([], {}, site.doing), site)) site.doing.read(file);
};

export const configCommands: Readonly<Record<string, Subcommand>> = { config, var: variable };

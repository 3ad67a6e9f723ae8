import { eachMatch } from '../options.js';
import type { EffectSink, Program, ProgramTable } from '../program.js';
import { literal, type Word } from '../word.js';
import { reportEnvironment } from './git/environment.js';
import { readGlobalOptions } from './git/global-options.js';
import { findRepository, isInside, openRepository, type Repository } from './git/repository.js';
import { configEntries, type GitSite, settledText } from './git/site.js';
import { findSubcommand } from './git/subcommands.js';

const runsGit =
  (what: string): Program =>
  (_args, doing) =>
    doing.unknown(what);

/** git, and what stands around it. */
export const gitPrograms: ProgramTable = {
  git,
  gitk: runsGit('gitk runs git, and what its own config names'),
  tig: runsGit('tig runs git, and what its own config names'),
  hub: runsGit('hub runs git, and talks to a server'),
  'git-lfs': runsGit('git-lfs talks to a server, and runs what the config of git names'),
  'git-shell': runsGit('git-shell runs other commands'),
  'git-receive-pack': runsGit('git-receive-pack changes a repository and runs its hooks'),
  'git-upload-pack': runsGit('git-upload-pack runs what the config of a repository names'),
  'git-upload-archive': runsGit('git-upload-archive runs what the config of a repository names'),
  scalar: runsGit('scalar changes the config of git and has it run at set times'),
};

function git(written: readonly Word[], doing: EffectSink): void {
  const options = readGlobalOptions(eachMatch(written), doing);
  const [name, ...rest] = options?.rest ?? [];
  if (options === undefined || name === undefined) return;
  const command = settledText(name);
  if (command === undefined) {
    doing.unread(`which subcommand of git ${name.source} is, is only known at run time`);
    return;
  }
  reportEnvironment(doing);
  const { folder, gitDir } = options;
  const { context } = doing;
  if (folder !== undefined && folder === doing.cwd && !isInside(context, folder)) doing.read(literal(folder));
  const repository =
    gitDir !== undefined
      ? openRepository(context, gitDir)
      : folder === undefined
        ? none
        : findRepository(context, folder);
  const site: GitSite = { doing, command, folder, repository };
  // `git help` alone lists the subcommands.
  if (command === 'help' && rest.every(({ text }) => text === '-a' || text === '-g')) return;
  const subcommand = findSubcommand(command);
  if (subcommand === undefined) reportOther(site);
  else subcommand(rest, site);
}

const none: Repository = { top: undefined, commonDir: undefined, configs: [], doubts: [], outside: [] };

/** Neither is there a built-in of this name that is known: it may be an alias, or a program `git-<name>`. */
function reportOther(site: GitSite): void {
  const { doing, command } = site;
  doing.unknown(`what git ${command} does is not known: it may be an alias or a program of its own`);
  const alias = configEntries(site).findLast(({ name }) => name === `alias.${command.toLowerCase()}`)?.value;
  if (alias?.startsWith('!') === true) doing.script(literal(alias.slice(1)));
}

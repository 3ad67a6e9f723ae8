import type { Profile } from '../../agent/profile.js';
import { ToolwrightError } from '../../base/error.js';
import { nearest } from '../../base/nearest.js';
import { findProfile, isProfileName, profileNames } from '../../profile/find-profile.js';
import { namesOf } from '../../tool/former-names.js';
import type { ConfigPaths } from '../config-paths.js';
import { type ConfigIssue, type ConfigProblem, renderProblem } from '../problem.js';
import { extendProfile } from './extend-profile.js';
import { findProfileFile, type ProfileFile, profileFileNames, profileFolders } from './profile-file.js';
import type { ProfileSettings } from './profile-schema.js';
import { profileTools } from './profile-tools.js';

/**
 * A profile by its name: a built-in one, or one of a file with all that it extends. Throws `bad-option` for a name there is
 * none of, and `bad-config` with file and line when a file cannot be used.
 */
export async function openProfile(name: string, paths: ConfigPaths): Promise<Profile> {
  if (isProfileName(name)) return findProfile(name);
  const file = findProfileFile(name, paths);
  if (file === undefined) throw unknownProfile(name, paths);
  return extended(file, { paths, chain: [name] });
}

/** Whether there is a profile of this name, sound or not. */
export const hasProfile = (name: string, paths: ConfigPaths): boolean =>
  isProfileName(name) || findProfileFile(name, paths) !== undefined;

interface Chain {
  readonly paths: ConfigPaths;
  /** The names so far, each of which extends the next. */
  readonly chain: readonly string[];
}

async function extended(file: ProfileFile, { paths, chain }: Chain): Promise<Profile> {
  const { name, settings } = file;
  if (settings === undefined) throw unusable(name, file.problems);
  const base = await baseOf(file, settings.extends, { paths, chain });
  const issues = checkAgainstBase(settings, base);
  if (issues.length > 0) throw unusable(name, issues.map(file.problem));
  return extendProfile(base, name, settings);
}

async function baseOf(file: ProfileFile, wanted: string, { paths, chain }: Chain): Promise<Profile> {
  if (isProfileName(wanted)) return findProfile(wanted);
  const wrong = (message: string): ToolwrightError =>
    unusable(file.name, [file.problem({ path: ['extends'], message })]);
  if (chain.includes(wanted))
    throw wrong(`extends goes in a circle: ${[...chain, wanted].join(' → ')}; let one of them extend a built-in one`);
  if (chain.length >= maxChain) throw wrong(`more than ${maxChain} profiles extend one another; use fewer`);
  const base = findProfileFile(wanted, paths);
  if (base === undefined) throw wrong(`extends: ${noProfile(wanted, paths)}`);
  return extended(base, { paths, chain: [...chain, wanted] });
}

const maxChain = 16;

const unknownProfile = (name: string, paths: ConfigPaths): ToolwrightError =>
  new ToolwrightError('bad-option', noProfile(name, paths));

function noProfile(name: string, paths: ConfigPaths): string {
  const known = [...profileNames, ...profileFolders(paths).flatMap(profileFileNames)];
  const near = nearest(name, known);
  const advice = near === undefined ? `use ${[...new Set(known)].join(', ')}` : `did you mean ${JSON.stringify(near)}?`;
  return `There is no profile ${JSON.stringify(name.slice(0, 64))}; ${advice}`;
}

const unusable = (name: string, problems: readonly ConfigProblem[]): ToolwrightError =>
  new ToolwrightError(
    'bad-config',
    `The profile ${name} cannot be used:\n${problems.map((problem) => renderProblem(problem)).join('\n')}`,
    { details: { problems } },
  );

/** What a file says of things that the profile it extends does not have. */
const checkAgainstBase = (own: ProfileSettings, base: Profile): readonly ConfigIssue[] => [
  ...checkTools(own, base),
  ...checkChoices(own, base),
  ...(own.scopes === undefined || base.scopes !== undefined
    ? []
    : [{ path: ['scopes'], message: `the profile ${base.name} has no scopes; leave them out` }]),
];

function checkTools({ tools }: ProfileSettings, base: Profile): readonly ConfigIssue[] {
  if (tools === undefined) return [];
  const known = profileTools(base).map(({ name }) => name);
  return (['only', 'without'] as const).flatMap((list) =>
    (tools[list] ?? []).flatMap((name, at) => {
      if (namesOf(name).some((one) => known.includes(one))) return [];
      const near = nearest(name, known);
      const advice = near === undefined ? `use some of ${known.join(', ')}` : `did you mean ${JSON.stringify(near)}?`;
      const message = `${JSON.stringify(name)} is no tool of the profile ${base.name}; ${advice}`;
      return [{ path: ['tools', list, String(at)], message }];
    }),
  );
}

/** Two choices with one word would leave it open what was meant: a no could become a yes. */
function checkChoices({ approval }: ProfileSettings, base: Profile): readonly ConfigIssue[] {
  const changed = Object.entries(approval?.choices ?? {});
  const given = base.approval.choices.map(({ gives }) => gives);
  const path = ['approval', 'choices'];
  const missing = changed
    .filter(([gives]) => !given.some((one) => one === gives))
    .map(([gives]) => ({
      path: [...path, gives],
      message: `the profile ${base.name} has no choice ${gives}; use ${given.join(', ')}`,
    }));
  const words = new Map<string, string>();
  const twice: ConfigIssue[] = [];
  for (const choice of base.approval.choices) {
    const own = changed.find(([gives]) => gives === choice.gives)?.[1].words;
    const wordless = own?.length === 0;
    if (wordless) twice.push({ path: [...path, choice.gives, 'words'], message: 'words is empty; write at least one' });
    for (const word of wordless || own === undefined ? choice.words : own) {
      const other = words.get(word.toLowerCase());
      if (other !== undefined && other !== choice.gives)
        twice.push({
          path: [...path, choice.gives],
          message: `${JSON.stringify(word)} is a word of ${other} too; write another`,
        });
      words.set(word.toLowerCase(), choice.gives);
    }
  }
  return [...missing, ...twice];
}

import { defined } from '../../base/defined.js';
import { isToolwrightError } from '../../base/error.js';
import { builtInProfiles, isProfileName, profileNames } from '../../profile/find-profile.js';
import type { ConfigPaths } from '../config-paths.js';
import type { ConfigProblem } from '../problem.js';
import { isProfileWord } from '../setting/schema-parts.js';
import { openProfile } from './open-profile.js';
import { type ProfileFolder, profileFileNames, profileFolders, readProfileFile } from './profile-file.js';

/** One profile there is, or one that cannot be used. */
export interface ListedProfile {
  readonly name: string;
  readonly summary: string;
  /** Absent for those that are built in. */
  readonly file?: string;
  readonly extends?: string;
  /** What keeps it from being used. */
  readonly problems: readonly ConfigProblem[];
}

/** Those that are built in, then those of files. */
export async function listProfiles(paths: ConfigPaths): Promise<readonly ListedProfile[]> {
  const builtIn = profileNames.map((name) => ({ name, summary: builtInProfiles[name].summary, problems: [] }));
  const seen = new Set<string>();
  const own: ListedProfile[] = [];
  for (const place of profileFolders(paths)) {
    for (const name of profileFileNames(place)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const listed = await listOne(name, place, paths);
      if (listed !== undefined) own.push(listed);
    }
  }
  return [...builtIn, ...own];
}

async function listOne(name: string, place: ProfileFolder, paths: ConfigPaths): Promise<ListedProfile | undefined> {
  const read = readProfileFile(name, place);
  if (read === undefined) return undefined;
  const { file, settings } = read;
  const base = settings?.extends;
  const summary = settings?.summary ?? (base === undefined ? '' : `${base}, with changes of your own`);
  const listed = { name, summary, file, ...defined({ extends: base }) };
  if (isProfileName(name))
    return { ...listed, problems: [read.problem({ path: [], message: `${name} is built in; rename the file` })] };
  if (!isProfileWord(name)) {
    const message = 'a profile is named with small letters, digits, dots, dashes and underscores; rename the file';
    return { ...listed, problems: [read.problem({ path: [], message })] };
  }
  return { ...listed, problems: await problemsOf(name, paths) };
}

async function problemsOf(name: string, paths: ConfigPaths): Promise<readonly ConfigProblem[]> {
  try {
    await openProfile(name, paths);
    return [];
  } catch (error) {
    if (!isToolwrightError(error) || error.code !== 'bad-config') throw error;
    return error.details['problems'] as readonly ConfigProblem[];
  }
}

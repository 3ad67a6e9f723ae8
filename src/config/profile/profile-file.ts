import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../base/attempt.js';
import { checkSetting } from '../check-config.js';
import { readConfigFile } from '../config-file.js';
import type { ConfigPaths } from '../config-paths.js';
import { parseConfigText } from '../config-text.js';
import type { Layer } from '../layer.js';
import type { ConfigIssue, ConfigProblem } from '../problem.js';
import { isProfileWord } from '../setting/schema-parts.js';
import { type ProfileSettings, profileSchema } from './profile-schema.js';

/** A file that holds a profile, as far as it could be read. */
export interface ProfileFile {
  readonly name: string;
  readonly file: string;
  readonly layer: Layer;
  /** Undefined when something is wrong with it. */
  readonly settings: ProfileSettings | undefined;
  readonly problems: readonly ConfigProblem[];
  /** A problem with the place where the setting stands. */
  problem(issue: ConfigIssue): ConfigProblem;
}

/** The folders with files of profiles: of two files with one name, that of the first counts. */
export const profileFolders = ({ managed, user }: ConfigPaths): readonly ProfileFolder[] => [
  { layer: 'managed', folder: join(dirname(managed), folderName) },
  ...(user === undefined ? [] : [{ layer: 'user' as const, folder: join(dirname(user), folderName) }]),
];

export interface ProfileFolder {
  readonly layer: Layer;
  readonly folder: string;
}

const folderName = 'profiles';

/** The file of this profile; undefined when there is none. */
export function findProfileFile(name: string, paths: ConfigPaths): ProfileFile | undefined {
  if (!isProfileWord(name)) return undefined;
  for (const place of profileFolders(paths)) {
    const found = readProfileFile(name, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The names of the files in a folder, of as many as anybody reads through. */
export function profileFileNames({ folder }: ProfileFolder): readonly string[] {
  return attempt(() => readdirSync(folder), [])
    .filter((name) => name.endsWith(ending))
    .sort()
    .slice(0, maxFiles)
    .map((name) => name.slice(0, -ending.length));
}

const ending = '.json';
const maxFiles = 200;

export function readProfileFile(name: string, { layer, folder }: ProfileFolder): ProfileFile | undefined {
  const file = join(folder, `${name}${ending}`);
  const found = readConfigFile(file);
  if (found === undefined) return undefined;
  const parsed = found.ok ? parseConfigText(found.text) : found;
  const lineOf = (path: readonly string[]): number => (parsed.ok ? parsed.read.lineOf(path) : parsed.line);
  const problem = (issue: ConfigIssue): ConfigProblem => ({ layer, file, line: lineOf(issue.path), ...issue });
  const issues = parsed.ok
    ? checkSetting(parsed.read.value, profileSchema, [])
    : [{ path: [], message: parsed.message }];
  const isSound = parsed.ok && issues.length === 0;
  return {
    name,
    file,
    layer,
    settings: isSound ? (parsed.read.value as unknown as ProfileSettings) : undefined,
    problems: issues.map(problem),
    problem,
  };
}

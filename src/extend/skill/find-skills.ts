import { isFailure } from '../../tool/outcome.js';
import type { WorkspacePort } from '../../tool/port.js';
import { firstFolders } from '../../workspace/first-folders.js';
import { readSkill, type SkillReader } from './read-skill.js';
import type { Skill, SkillIssue, SkillPlace } from './skill.js';
import { maxSkillFolders } from './skill-places.js';

export interface FoundSkills {
  /** By name; each is there once. */
  readonly skills: readonly Skill[];
  readonly issues: readonly SkillIssue[];
}

const maxSkills = 200;

/** The skills in these places, and what is wrong with others. Of two with one name the last counts. */
export async function findSkills(places: readonly SkillPlace[], reader: SkillReader): Promise<FoundSkills> {
  const found = new Map<string, Skill>();
  const issues: SkillIssue[] = [];
  const seen = new Set<string>();
  for (const place of places) {
    const { folders, cut } = foldersIn(place, reader.workspace);
    if (cut !== undefined) issues.push({ level: 'warning', path: place.folder, message: cut });
    for (const folder of folders) {
      if (found.size >= maxSkills) {
        issues.push({
          level: 'warning',
          path: place.folder,
          message: `there are more than ${maxSkills} skills; the rest is left out`,
        });
        return { skills: byName(found), issues };
      }
      const { skill, issues: wrong } = await readSkill(folder, place, reader);
      issues.push(...wrong);
      if (skill === undefined) continue;
      const before = found.get(skill.name);
      // The same folder is in two places where the workspace is the home folder.
      if (before !== undefined && !seen.has(skill.folder)) issues.push(replaced(before, skill));
      seen.add(skill.folder);
      found.set(skill.name, skill);
    }
  }
  return { skills: byName(found), issues };
}

const replaced = (before: Skill, { location, name }: Skill): SkillIssue => ({
  level: 'warning',
  path: before.folder,
  message: `there is another skill ${name} in ${location}, which is used in its place`,
});

const byName = (found: ReadonlyMap<string, Skill>): readonly Skill[] =>
  [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

interface Folders {
  readonly folders: readonly string[];
  /** Why not all are told. */
  readonly cut?: string;
}

/** The folder itself, and those in it. */
function foldersIn({ folder, origin }: SkillPlace, workspace: WorkspacePort): Folders {
  const place = workspace.reach(folder);
  if (isFailure(place) || place.kind !== 'directory') return { folders: [] };
  if (origin === 'workspace' && !place.inside)
    return { folders: [], cut: 'a link leads out of the workspace to it; it is not looked into' };
  const held = workspace.hold(place);
  if (isFailure(held)) return { folders: [], cut: held.message };
  try {
    const names = firstFolders(held, maxSkillFolders + 1).filter((name) => !left.has(name));
    const folders = [
      folder,
      ...names
        .slice(0, maxSkillFolders)
        .sort()
        .map((name) => `${folder}/${name}`),
    ];
    if (names.length <= maxSkillFolders) return { folders };
    return { folders, cut: `it holds more than ${maxSkillFolders} folders; the rest is not looked at` };
  } catch {
    return { folders: [], cut: 'it cannot be listed' };
  } finally {
    held.close();
  }
}

/** Folders that belong to no skill. */
const left: ReadonlySet<string> = new Set(['.git', 'node_modules']);

import { isFailure } from '../../tool/outcome.js';
import type { WorkspacePort } from '../../tool/port.js';
import { firstFolders } from '../../workspace/first-folders.js';
import type { SkillPlace } from './skill.js';
import { maxSkillFolders } from './skill-places.js';

/** Another text when there may be other skills; empty where there is no place for any. A few system calls a skill. */
export function markSkills(places: readonly SkillPlace[], workspace: WorkspacePort): string {
  return places.flatMap(({ folder }) => markOf(folder, workspace) ?? []).join('\n');
}

function markOf(folder: string, workspace: WorkspacePort): string | undefined {
  const place = workspace.reach(folder);
  if (isFailure(place) || place.kind !== 'directory') return undefined;
  const held = workspace.hold(place);
  if (isFailure(held)) return `${folder} ${held.message}`;
  try {
    const names = ['.', ...firstFolders(held, maxSkillFolders + 1)];
    const marks = names.map((name) => `${name}/${held.modifiedMs(`${name}/SKILL.md`) ?? ''}`);
    return [folder, place.path, ...marks.sort()].join(' ');
  } catch {
    return `${folder} cannot be listed`;
  } finally {
    held.close();
  }
}

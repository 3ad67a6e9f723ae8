import { isFailure } from '../../tool/outcome.js';
import type { WorkspacePort } from '../../tool/port.js';
import { firstFolders } from '../../workspace/first-folders.js';
import type { Extension, ExtensionHost } from '../extension.js';
import type { SessionSkills } from './session-skills.js';
import type { SkillOptions, SkillPlace } from './skill.js';
import { homeIn, maxSkillFolders, skillPlaces } from './skill-places.js';

/**
 * Skills for a session: their names in the system message, and `activate_skill` where there are any. Before each request it
 * is looked whether others are there now. Where there are none, nothing is loaded for them.
 */
export function createSkills(options: SkillOptions = {}): Extension {
  let current: Session | undefined;
  const look = async (): Promise<void> => {
    if (current === undefined) return;
    const { host, places } = current;
    const mark = markSkills(places, host.workspace);
    if (mark === current.mark) return;
    current.mark = mark;
    const { createSessionSkills } = await import('./session-skills.js');
    current.shelf ??= createSessionSkills(host, options);
    await current.shelf.refresh(places);
  };
  return {
    name: 'skills',
    async open(host) {
      const { trusted } = options;
      const places = options.places ?? skillPlaces({ root: host.workspace.root, home: homeIn(host.env), trusted });
      current = { host, places, mark: '', shelf: undefined };
      await look();
    },
    beforeRound: look,
  };
}

interface Session {
  readonly host: ExtensionHost;
  readonly places: readonly SkillPlace[];
  mark: string;
  shelf: SessionSkills | undefined;
}

/** Another text when there may be other skills; empty where there is no place for any. A few system calls a skill. */
function markSkills(places: readonly SkillPlace[], workspace: WorkspacePort): string {
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

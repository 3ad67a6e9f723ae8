import type { Extension, ExtensionHost } from '../extension.js';
import type { SessionSkills } from './session-skills.js';
import type { SkillPlace } from './skill.js';
import { markSkills } from './skill-mark.js';
import type { SkillOptions } from './skill-options.js';
import { homeIn, skillPlaces } from './skill-places.js';

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

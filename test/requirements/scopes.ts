import type { Group } from '../requirements.js';

/** Named folders of a workspace, with the ids of seed.scopes; and the file that is open at the host. */
// biome-ignore format: one line a requirement
export const scopes = {
  'scopes.facts.real': { says: 'facts, rules and the record name the real place, people and models the scoped name' },
  'scopes.facts.via': { says: 'a link inside a scope is judged by where it leads too' },
  'scopes.paths.misspelt': { says: 'a name that only looks like a scope is refused, with the right form' },
  'scopes.paths.commands': { says: 'cwd of a command is a scoped path, private:/ when it names none' },
  'scopes.options.checked': { says: 'scopes that are no folders inside the workspace are refused when a session is opened' },
  'scopes.changes.undo': { says: 'changes in scopes are undone' },
  'scopes.active.host': { says: 'the host sets the active file, and active_file is offered only where it does' },
} as const satisfies Group;

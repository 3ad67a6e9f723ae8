/** Their rows say what happens in the profile, the entry point or the text format of one system. */
const systems: readonly string[] = ['yips', 'seed', 'astra', 'y-agent', 'local-harness'];

interface Row {
  readonly says: string;
  /** Those that a test of it went through. */
  readonly doors: readonly string[];
}

/**
 * Whether a test went through a door of the system that a row is of: a session, or `toolwright explain`, with its profile,
 * its entry point, or its text format; and where the row names a command (`toolwright run`), through that too. Rows of
 * other groups have no door of their own.
 */
export function isThroughOwnDoor(id: string, { says, doors }: Row): boolean {
  const system = id.slice(0, id.indexOf('.'));
  if (!systems.includes(system)) return true;
  const ran = (name: string): boolean => doors.some((door) => `${door} `.startsWith(`command:${name} `));
  return doors.some((door) => isOf(system, door)) && commandsIn(says).every(ran);
}

/** The commands that a row names, by their first word. */
export const commandsIn = (says: string): readonly string[] =>
  [...says.matchAll(/`toolwright ([a-z]+)/g)].map(([, name = '']) => name);

function isOf(system: string, door: string): boolean {
  const at = door.indexOf(':');
  const name = door.slice(at + 1);
  if (door.startsWith('profile:')) return name === system;
  if (door.startsWith('entry:')) return name === `toolwright/profile/${system}`;
  return door.startsWith('dialect:') && `${name}_`.startsWith(`${system.replaceAll('-', '_')}_`);
}

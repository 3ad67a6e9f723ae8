import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { SkillPlace } from './skill.js';

/** Folders in a workspace, from it. */
const workspacePlaces = ['skills', '.agents/skills', '.claude/skills', '.toolwright/skills'] as const;
/** Folders of the user, from their home. */
const userPlaces = ['.claude/skills', '.agents/skills'] as const;

/** So many folders of one place are looked into. */
export const maxSkillFolders = 1000;

interface PlacesOptions {
  /** The workspace, absolute. */
  readonly root: string;
  /** Undefined when no home folder is known. */
  readonly home: string | undefined;
  /** Folders the user vouches for, absolute or from their home with `~/`. */
  readonly trusted?: readonly string[] | undefined;
}

/** Where skills are looked for. Of two with one name the later counts: what the user has is not replaced by what a workspace brings. */
export function skillPlaces({ root, home, trusted = [] }: PlacesOptions): readonly SkillPlace[] {
  const vouched = new Set(trusted.map((folder) => absolute(folder, home)));
  const ofWorkspace = workspacePlaces.map((below): SkillPlace => {
    const folder = join(root, below);
    const trusted = vouched.has(folder) || vouched.has(root);
    // Nothing else below .toolwright is used before it is trusted either.
    return { folder, origin: 'workspace', trusted, onlyTrusted: below.startsWith('.toolwright/') };
  });
  if (home === undefined) return ofWorkspace;
  return [
    ...ofWorkspace,
    ...userPlaces.map((below): SkillPlace => ({ folder: join(home, below), origin: 'user', trusted: true })),
  ];
}

/** A home that is no absolute path would lead into whatever folder one works in. */
export function homeIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const home = env['HOME'] ?? homedir();
  return isAbsolute(home) ? home : undefined;
}

const absolute = (folder: string, home: string | undefined): string =>
  (home !== undefined && /^~(?:\/|$)/.test(folder) ? join(home, folder.slice(1)) : folder).replace(/(?<=.)\/+$/, '');

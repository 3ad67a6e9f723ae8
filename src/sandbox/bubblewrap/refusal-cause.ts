import { existsSync, readFileSync } from 'node:fs';

/** What keeps bubblewrap from working. */
export type RefusalCause =
  /** It does not know an option that is needed. */
  | 'too-old'
  /** The system allows no user namespaces at all. */
  | 'no-namespaces'
  /** The system allows them to root only. */
  | 'root-only'
  /** AppArmor allows them to programs with a profile only. */
  | 'apparmor'
  /** The container around allows none. */
  | 'container'
  | 'unknown';

/** What the system says of user namespaces, as far as it says it. */
export interface NamespaceSettings {
  readonly root: boolean;
  readonly container: boolean;
  /** Values below `/proc/sys`. */
  readonly maxUserNamespaces?: string;
  readonly unprivilegedClone?: string;
  readonly apparmorRestricts?: string;
}

/** Told from the words of bubblewrap and the settings of the system. */
export function refusalCause(words: string, settings: NamespaceSettings = readSettings()): RefusalCause {
  if (/unknown option/i.test(words)) return 'too-old';
  if (settings.maxUserNamespaces === '0') return 'no-namespaces';
  if (!settings.root && settings.unprivilegedClone === '0') return 'root-only';
  if (!settings.root && settings.apparmorRestricts === '1') return 'apparmor';
  return settings.container ? 'container' : 'unknown';
}

function readSettings(): NamespaceSettings {
  const values = {
    maxUserNamespaces: readValue('user/max_user_namespaces'),
    unprivilegedClone: readValue('kernel/unprivileged_userns_clone'),
    apparmorRestricts: readValue('kernel/apparmor_restrict_unprivileged_userns'),
  };
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return { root: process.getuid?.() === 0, container: isContainer(), ...Object.fromEntries(known) };
}

function readValue(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Docker and Podman leave these files. */
const isContainer = (): boolean => ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path));

import { existsSync } from 'node:fs';
import { readKernelFile } from '../look.js';

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
  /** Values below `/proc/sys`; nothing where the system has none. */
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
  const valueAt = (name: string): string => readKernelFile(`/proc/sys/${name}`).trim();
  return {
    root: process.getuid?.() === 0,
    container: isContainer(),
    maxUserNamespaces: valueAt('user/max_user_namespaces'),
    unprivilegedClone: valueAt('kernel/unprivileged_userns_clone'),
    apparmorRestricts: valueAt('kernel/apparmor_restrict_unprivileged_userns'),
  };
}

/** Docker and Podman leave these files. */
const isContainer = (): boolean => ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path));

import { isAbsolute, posix, win32 } from 'node:path';

/** What says where config files lie. It is handed in: rooms do not read the environment. */
export interface ConfigPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

export interface ConfigPaths {
  readonly managed: string;
  /** Undefined when no home folder is known. */
  readonly user: string | undefined;
}

/** The folder in a workspace that holds what is for Toolwright. */
export const workspaceFolder = '.toolwright';
/** A config file's name, there and elsewhere. */
export const configName = 'config.json';

/** Where the config files of this machine and this user lie. */
export function configPaths({ env, platform }: ConfigPlaces): ConfigPaths {
  const path = platform === 'win32' ? win32 : posix;
  const xdg = env['XDG_CONFIG_HOME'];
  const home = homeOf(env, path.isAbsolute);
  // The XDG specification: a relative path is to be ignored.
  const base =
    xdg !== undefined && path.isAbsolute(xdg) ? xdg : home === undefined ? undefined : path.join(home, '.config');
  return {
    managed: path.join(managedFolder(platform, env), 'toolwright', configName),
    user: base === undefined ? undefined : path.join(base, 'toolwright', configName),
  };
}

/** The home folder; none when it is no absolute path, which would lead into whatever folder one works in. */
export const homeOf = (env: ConfigPlaces['env'], isPlace: (path: string) => boolean = isAbsolute): string | undefined =>
  [env['HOME'], env['USERPROFILE']].find((home) => home && isPlace(home));

function managedFolder(platform: NodeJS.Platform, env: ConfigPlaces['env']): string {
  if (platform === 'darwin') return '/Library/Application Support';
  return platform === 'win32' ? env['ProgramData'] || 'C:\\ProgramData' : '/etc';
}

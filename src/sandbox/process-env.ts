const allowed = new Set([
  'PATH',
  'HOME',
  'LANG',
  'LANGUAGE',
  'TMPDIR',
  'USER',
  'LOGNAME',
  'SHELL',
  'TZ',
  'HOSTNAME',
  'COLUMNS',
  'LINES',
]);

/**
 * No pager, no prompt and no colour: nobody sits at the other end. And git starts no program because of what a
 * repository holds: neither a monitor of files nor anything of a bare repository that lies in a folder.
 */
const fixed = {
  TERM: 'dumb',
  PAGER: 'cat',
  NO_COLOR: '1',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'safe.bareRepository',
  GIT_CONFIG_VALUE_1: 'explicit',
};

const defaultPath = '/usr/local/bin:/usr/bin:/bin';

/** The environment of a command: an allow-list, so that no key or token reaches it by accident. */
export function processEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = { PATH: defaultPath };
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (allowed.has(name) || name.startsWith('LC_'))) kept[name] = value;
  }
  return { ...kept, ...fixed };
}

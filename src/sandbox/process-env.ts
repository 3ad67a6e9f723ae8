import { pinnedConfig } from '../policy/shell/program/git/pinned-config.js';

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

/** No pager, no prompt and no colour: nobody sits at the other end. */
const fixed = {
  TERM: 'dumb',
  PAGER: 'cat',
  NO_COLOR: '1',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  ...pinnedConfig,
};

/** Variables as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const defaultPath = '/usr/local/bin:/usr/bin:/bin';

/** The environment of a command: an allow-list, so that no key or token reaches it by accident. */
export function processEnv(env: Environment): Record<string, string> {
  const kept: Record<string, string> = { PATH: defaultPath };
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (allowed.has(name) || name.startsWith('LC_'))) kept[name] = value;
  }
  return { ...kept, ...fixed };
}

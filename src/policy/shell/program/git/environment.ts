import type { EffectSink } from '../../program.js';
import { isPlainPager } from './config-name.js';
import { isPinned } from './pinned-config.js';
import { isInside } from './repository.js';

const always = () => true;
const isSwitch = (value: string): boolean => /^(?:[01]|true|false|yes|no|on|off)?$/i.test(value);
/** Paths and sockets to write to begin otherwise. */
const isStream = (value: string): boolean => /^(?:[012]|true|false)?$/i.test(value);

/** The variables of git that steer nothing that matters. */
const harmless: Readonly<Record<string, (value: string) => boolean>> = {
  GIT_PAGER: isPlainPager,
  GIT_PAGER_IN_USE: isSwitch,
  GIT_TERMINAL_PROMPT: always,
  GIT_OPTIONAL_LOCKS: isSwitch,
  // Whom to trust on the network: readers do not go there.
  GIT_SSL_CAINFO: always,
  GIT_SSL_CAPATH: always,
  GIT_AUTHOR_NAME: always,
  GIT_AUTHOR_EMAIL: always,
  GIT_AUTHOR_DATE: always,
  GIT_COMMITTER_NAME: always,
  GIT_COMMITTER_EMAIL: always,
  GIT_COMMITTER_DATE: always,
  GIT_LITERAL_PATHSPECS: isSwitch,
  GIT_GLOB_PATHSPECS: isSwitch,
  GIT_NOGLOB_PATHSPECS: isSwitch,
  GIT_ICASE_PATHSPECS: isSwitch,
  GIT_NO_REPLACE_OBJECTS: isSwitch,
  GIT_NO_LAZY_FETCH: isSwitch,
  GIT_ADVICE: isSwitch,
  GIT_FLUSH: isSwitch,
  GIT_MERGE_AUTOEDIT: isSwitch,
  GIT_CONFIG_NOSYSTEM: isSwitch,
  GIT_ATTR_NOSYSTEM: isSwitch,
  GIT_EDITOR: (value) => ['true', ':', 'cat'].includes(value),
  GIT_SEQUENCE_EDITOR: (value) => ['true', ':', 'cat'].includes(value),
  GIT_TRACE: isStream,
};

/** Reports the variables that make git run, read or write something else. */
export function reportEnvironment(doing: EffectSink): void {
  const { context } = doing;
  const { env } = context;
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !name.startsWith('GIT_')) continue;
    if (Object.hasOwn(harmless, name) && harmless[name]?.(value) === true) continue;
    if (/^GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+)$/.test(name) && isPinned(env)) continue;
    doing.unknown(`the variable ${name} steers git`);
  }
  const pager = env['PAGER'];
  if (pager !== undefined && env['GIT_PAGER'] === undefined && !isPlainPager(pager) && /^\.|[\s;|&$`]/.test(pager))
    doing.unknown('git may show its output with the program that the variable PAGER names');
  const settings = env['XDG_CONFIG_HOME'];
  if (settings !== undefined && settings !== '' && isInside(context, settings))
    doing.unknown('the variable XDG_CONFIG_HOME makes git take its config from the workspace');
  const home = env['HOME'];
  if (home !== undefined && home !== context.home && isInside(context, home))
    doing.unknown('the variable HOME makes git take its config from the workspace');
}

import { eachName } from '../../../../base/words.js';
import type { EffectSink } from '../../program.js';
import { isPlainPager } from './config-name.js';
import { isPinned } from './pinned-config.js';
import { isInside } from './repository.js';

const always = () => true;
const isSwitch = (value: string): boolean => /^(?:[01]|true|false|yes|no|on|off)?$/i.test(value);
/** Paths and sockets to write to begin otherwise. */
const isStream = (value: string): boolean => /^(?:[012]|true|false)?$/i.test(value);

/** The variables of git that steer nothing that matters. */
const harmless: ReadonlyMap<string, (value: string) => boolean> = new Map(
  eachName({
    GIT_PAGER: isPlainPager,
    // Whom to trust on the network (`GIT_SSL_…`): readers do not go there.
    'GIT_TERMINAL_PROMPT GIT_SSL_CAINFO GIT_SSL_CAPATH': always,
    'GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE': always,
    'GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE': always,
    'GIT_PAGER_IN_USE GIT_OPTIONAL_LOCKS GIT_NO_REPLACE_OBJECTS GIT_NO_LAZY_FETCH GIT_ADVICE GIT_FLUSH': isSwitch,
    'GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS': isSwitch,
    'GIT_MERGE_AUTOEDIT GIT_CONFIG_NOSYSTEM GIT_ATTR_NOSYSTEM': isSwitch,
    'GIT_EDITOR GIT_SEQUENCE_EDITOR': (value) => ['true', ':', 'cat'].includes(value),
    GIT_TRACE: isStream,
  }),
);

/** Reports the variables that make git run, read or write something else. */
export function reportEnvironment(doing: EffectSink): void {
  const { context } = doing;
  const { env } = context;
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !name.startsWith('GIT_')) continue;
    if (harmless.get(name)?.(value) === true) continue;
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

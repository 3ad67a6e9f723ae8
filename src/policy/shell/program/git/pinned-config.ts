/**
 * What commands get from us, as variables, so that git starts no program because of what a repository holds: neither a
 * monitor of files nor anything of a bare repository that lies in a folder.
 */
const pinned = [
  ['core.fsmonitor', 'false'],
  ['safe.bareRepository', 'explicit'],
] as const;

type Env = Readonly<Record<string, string | undefined>>;

/** The variables that set these. */
export const pinnedConfig: Readonly<Record<string, string>> = Object.fromEntries([
  ['GIT_CONFIG_COUNT', String(pinned.length)],
  ...pinned.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]),
]);

/** Whether the settings that come as variables are ours alone. */
export function isPinned(env: Env): boolean {
  const names = Object.keys(env).filter((name) => /^GIT_CONFIG_KEY_\d+$/.test(name));
  if (env['GIT_CONFIG_COUNT'] !== String(names.length)) return false;
  return names.every((name) =>
    pinned.some(([key, value]) => key === env[name] && value === env[name.replace('KEY', 'VALUE')]),
  );
}

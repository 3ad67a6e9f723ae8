import type { HookHost } from '../extend/hook/run-hook.js';
import type { SessionHooks } from '../extend/hook/session-hooks.js';
import type { SessionOptions } from './options.js';

/** The hooks of a session; they are loaded where there are some. */
export async function openHooks(
  { hooks = [], env = {}, sandbox }: SessionOptions,
  host: Omit<HookHost, 'home' | 'unconfined'>,
): Promise<SessionHooks | undefined> {
  if (hooks.length === 0) return undefined;
  const { createSessionHooks } = await import('../extend/hook/session-hooks.js');
  return createSessionHooks(hooks, { ...host, home: env['HOME'], unconfined: sandbox === 'off' });
}

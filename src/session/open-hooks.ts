import type { HookHost } from '../extend/hook/run-hook.js';
import type { SessionHooks } from '../extend/hook/session-hooks.js';
import type { SessionOptions } from './options.js';
import type { SessionParts } from './session-parts.js';

type HostOfHooks = Omit<HookHost, 'home' | 'unconfined'>;

/** The hooks of a session; they are loaded where there are some. */
export async function openHooks(
  { hooks = [], env = {}, sandbox }: SessionOptions,
  host: HostOfHooks,
): Promise<SessionHooks | undefined> {
  if (hooks.length === 0) return undefined;
  const { createSessionHooks } = await import('../extend/hook/session-hooks.js');
  return createSessionHooks(hooks, { ...host, home: env['HOME'], unconfined: sandbox === 'off' });
}

/** What hooks need of a session that is open. */
export function hostOfHooks({ place, stream, host }: Pick<SessionParts, 'place' | 'stream' | 'host'>): HostOfHooks {
  const { session, workspace, clock, mask } = place;
  return {
    session,
    workspace,
    process: host.ports.process,
    clock,
    mask,
    record(event) {
      stream.record(event);
      if (stream.used) void stream.recorder.flush();
    },
  };
}

import { ToolwrightError } from '../base/error.js';
import { damagedError } from './repair-session.js';
import type { SessionCore } from './session-core.js';

type Used = Pick<SessionCore, 'id' | 'state' | 'stream'>;

export function assertOpen({ stream }: Used): void {
  if (!stream.closed) return;
  throw new ToolwrightError(
    'session-closed',
    'This session is closed: open it again with openSession({ session: id }).',
  );
}

export function assertWritable(core: Used): void {
  assertOpen(core);
  const { damage } = core.stream;
  if (damage !== undefined) throw damagedError(core.id, damage);
}

export function assertIdle(core: Used): void {
  assertWritable(core);
  if (core.state.running === undefined) return;
  throw new ToolwrightError(
    'session-busy',
    'A turn is running, or an undo: wait for its end, or cancel it, before the next. `steer` says more in a running turn.',
  );
}

import type { KeptCommand } from '../../session/kept-commands.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

/** A kept command by its whole name, as `toolwright commands` shows it. */
export const keptName = ({ sessionId, id }: KeptCommand): string => `${sessionId}/${id}`;

/** The one that is meant: its name, with as much of the session as tells it from others; without any, where it is the only one. */
export function findKept(known: readonly KeptCommand[], given: string, command: string): KeptCommand {
  const cut = given.lastIndexOf('/');
  const [session, wanted] = cut === -1 ? ['', given] : [given.slice(0, cut), given.slice(cut + 1)];
  const found = known.filter(
    ({ sessionId, id }) => id === wanted && (sessionId.startsWith(session) || sessionId.startsWith(`ses_${session}`)),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const names = (found.length === 0 ? known : found).slice(0, maxNamed).map((one) => safeLine(keptName(one)));
  const problem =
    found.length === 0 ? `There is no kept command ${safeLine(given)}` : `${safeLine(given)} may be several`;
  throw usageError(`${problem}. ${names.length === 0 ? 'None is kept' : `Known are ${names.join(', ')}`}.`, command);
}

const maxNamed = 5;

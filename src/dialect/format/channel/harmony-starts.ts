import type { AheadContext, Starts } from '../../read/grammar.js';

/** Whether a channel of harmony follows `<|channel|>`, or as much of it as a message that was cut off has. */
export function startsChannel(ahead: string, { ended }: AheadContext): boolean | undefined {
  const rest = ahead.trimStart();
  const words = ['analysis', 'commentary', 'final', 'functions.'];
  if (words.some((word) => rest.startsWith(word))) return true;
  if (!words.some((word) => word.startsWith(rest))) return false;
  return ended ? true : undefined;
}

/** Whose header it is that begins with `<|start|>`: harmony and Muse share the token. */
type HeaderOwner = 'harmony' | 'muse' | 'nobody';

export const startsHeaderOf =
  (owner: HeaderOwner): Starts =>
  (ahead, context) => {
    const found = headerOwner(ahead, context);
    return found === undefined ? undefined : found === owner;
  };

/** Told by the channel, the recipient, and what the message begins with; undefined while it cannot be told. */
function headerOwner(ahead: string, { ended }: AheadContext): HeaderOwner | undefined {
  const rest = ahead.trimStart();
  const roles = ['assistant', 'to='];
  if (!roles.some((role) => rest.startsWith(role))) {
    if (!roles.some((role) => role.startsWith(rest))) return 'nobody';
    // A message that was cut off in a header says nothing more.
    return ended ? 'harmony' : undefined;
  }
  const [header = '', body] = rest.split('<|message|>', 2);
  if (/<\|(?:channel|constrain)\|>/.test(header)) return 'harmony';
  const recipient = /\bto=([^\s<]*)(?=([\s<]?))/.exec(header);
  if (recipient?.[1]?.startsWith('functions.')) return 'harmony';
  if (body === undefined) {
    if (header.includes('\n\n')) return 'nobody';
    if (!ended) return undefined;
    return recipient === null ? 'harmony' : 'muse';
  }
  if (recipient === null) return 'harmony';
  if (recipient[1] === 'self' || recipient[1] === 'user') return 'muse';
  const begin = body.trimStart();
  if (begin === '' && !ended) return undefined;
  return begin.startsWith('{') ? 'harmony' : 'muse';
}

import { firstLine, plural } from '../../base/text.js';
import { deleteSession, descendantsOf } from '../../session/delete-session.js';
import { forkSession, turnEnds } from '../../session/fork-session.js';
import { sentRequests } from '../../session/session-requests.js';
import { findSession, listSessions, readSession, summarizeSession } from '../../session/sessions.js';
import { commandOrigin } from '../answer-origin.js';
import type { Invocation } from '../command.js';
import { readCommandConfig } from '../config/command-config.js';
import { agrees } from '../confirm.js';
import { countOption, limitOption } from '../count-option.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import { goOnLine } from '../go-on-line.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';
import { pricesOf } from '../session-settings.js';
import { usageError } from '../usage-error.js';
import { renderSent } from '../view/sent-requests.js';
import { renderSessions } from '../view/session-lines.js';
import { styleOf } from '../view/style.js';
import { renderTranscript } from '../view/transcript-text.js';
import { readMaskedSession, tellDamage } from './read-masked-session.js';

/** `toolwright sessions`: the newest sessions, one line each. */
export async function listCommand(invocation: Invocation, host: Host): Promise<number> {
  const limit = limitOption(invocation, 50, 'sessions');
  const stored = await withStore(invocation, host, (store) => listSessions(store, { limit }));
  const sessions = exitMask(host).value(stored);
  if (invocation.flag('json')) host.stdout.write(`${JSON.stringify(sessions, null, 2)}\n`);
  else if (sessions.length > 0) host.stdout.write(`${renderSessions(sessions, host.env)}\n`);
  else host.stderr.write('There are no sessions yet.\n');
  const counted = sessions.filter(({ parent }) => parent === undefined).length;
  if (counted === limit && !invocation.flag('json')) host.stderr.write(`The newest ${limit}; --limit 0 lists all.\n`);
  return exitCodes.answered;
}

/** `toolwright sessions show ID`: the conversation, for reading. */
export async function showCommand(invocation: Invocation, host: Host): Promise<number> {
  const session = await readMaskedSession(invocation.arguments[0] ?? '', invocation, host);
  const style = styleOf(host);
  host.stdout.write(`${renderTranscript(session, style)}\n`);
  const { config } = await readCommandConfig(invocation, host);
  const sent = sentRequests(session.events, pricesOf(config.values));
  if (sent.requests.length > 0) host.stdout.write(`\n${style.dim(renderSent(sent))}\n`);
  return tellDamage(session, host);
}

/** `toolwright sessions fork ID`: a new session that goes on from the end of a turn of this one. */
export async function forkCommand(invocation: Invocation, host: Host): Promise<number> {
  const turn = countOption(invocation, 'turn', 'sessions fork');
  return withStore(invocation, host, async (store) => {
    const id = await findSession(store, invocation.arguments[0] ?? '');
    const ends = turnEnds((await readSession(store, id)).events);
    const end = turn === undefined ? ends.at(-1) : ends[turn - 1];
    if (end === undefined && turn !== undefined)
      throw usageError(`--turn ${turn}: ${plural(ends.length, 'turn')} of this session ended.`, 'sessions fork');
    const origin = commandOrigin(host);
    const forked = await forkSession(store, id, { origin, ...(end !== undefined && { at: end.seq }) });
    host.stdout.write(`${forked}\n`);
    host.stderr.write(`To go on with it: ${goOnLine(forked, { flags: {}, store: invocation.text('store') })}\n`);
    return exitCodes.answered;
  });
}

/** `toolwright sessions delete ID`: after a yes, or with --yes. */
export async function deleteCommand(invocation: Invocation, host: Host): Promise<number> {
  return withStore(invocation, host, async (store) => {
    const id = await findSession(store, invocation.arguments[0] ?? '');
    const summary = summarizeSession(await readSession(store, id));
    const { messages, firstMessage = '', damage } = exitMask(host, summary.workspace).value(summary);
    const below = (await descendantsOf(store, id)).length;
    const family = below === 0 ? '' : ` with its ${plural(below, 'subagent')}`;
    const what = `${id} (${plural(messages, 'message')}: ${safeLine(firstLine(firstMessage, 60))})${family}`;
    if (damage !== undefined)
      host.stderr.write(`toolwright: it is damaged, and the record will say so: ${safeLine(damage)}\n`);
    if (!(await agrees(`Delete ${what}?`, { invocation, host, to: 'delete it', command: 'sessions delete' }))) {
      host.stderr.write('Nothing was deleted.\n');
      return exitCodes.denied;
    }
    const origin = commandOrigin(host);
    const { decisions } = await deleteSession(store, id, origin);
    host.stderr.write(`Deleted ${what}\n`);
    if (decisions > 0)
      host.stderr.write(
        `${plural(decisions, 'decision')} of it ${decisions === 1 ? 'is' : 'are'} kept in the record, without arguments: toolwright audit --session ${id}\n`,
      );
    return exitCodes.answered;
  });
}

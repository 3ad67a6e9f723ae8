import { plural } from '../../base/text.js';
import { findBuiltin } from '../../builtin/builtin-tools.js';
import { createPolicy } from '../../policy/create-policy.js';
import type { Mode, PolicyInput, Verdict } from '../../policy/policy.js';
import type { SessionRecord } from '../../session/event.js';
import { findSession, readSession } from '../../session/sessions.js';
import type { Fact } from '../../tool/fact.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { renderCall } from '../view/call-line.js';
import { openPolicyContext, type PolicyContext } from './policy-context.js';

interface PastCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  readonly mode: Mode;
  readonly verdict: Verdict;
  readonly sandboxed: boolean;
  /** Whether text from outside had come in by then. */
  readonly tainted: boolean;
  /** What it would have done, as it was recorded: the folder may be another one by now. */
  readonly facts: readonly Fact[];
}

interface ChangedCall extends PastCall {
  readonly now: Verdict;
  readonly reasons: readonly string[];
}

/** `toolwright policy replay`: which calls of a session would now be decided differently. Nothing is run again. */
export async function replayCommand(invocation: Invocation, host: Host): Promise<number> {
  const [wanted = 'last'] = invocation.arguments;
  const { id, events } = await withStore(invocation, host, async (store) =>
    readSession(store, await findSession(store, wanted)),
  );
  const context = await openPolicyContext(workspaceOf(events, invocation), host);
  const past = pastCalls(events);
  const decideAgain = deciderIn(context, events);
  const exit = exitMask(host, context.places.root);
  const changed: ChangedCall[] = [];
  for (const call of past) {
    const { verdict: now, reasons } = await decideAgain(call);
    if (now !== call.verdict) changed.push(exit.value({ ...call, now, reasons }));
  }
  if (invocation.flag('json')) host.stdout.write(`${renderJson({ session: id, calls: past.length, changed })}\n`);
  else {
    for (const call of changed) host.stdout.write(`${renderChange(call)}\n`);
    host.stdout.write(
      `${plural(past.length, 'call')} of ${id}: ${changed.length === 0 ? 'all decided as before' : `${changed.length} decided differently`}.\n`,
    );
  }
  return exitCodes.answered;
}

/** The folder the session worked in, unless the command line names another. */
function workspaceOf(events: readonly SessionRecord[], invocation: Invocation): Invocation {
  const workspace = openingOf(events)?.workspace;
  return { ...invocation, text: (name) => invocation.text(name) ?? (name === 'workspace' ? workspace : undefined) };
}

function openingOf(events: readonly SessionRecord[]) {
  const opened = events.find((event) => event.type === 'session-opened');
  return opened?.type === 'session-opened' ? opened.body : undefined;
}

function pastCalls(events: readonly SessionRecord[]): readonly PastCall[] {
  const admitted = new Map<string, { readonly name: string; readonly arguments: string }>();
  const planned = new Map<string, readonly Fact[]>();
  const calls: PastCall[] = [];
  let tainted = false;
  for (const event of events) {
    if (event.type === 'call-admitted') admitted.set(event.body.callId, event.body);
    if (event.type === 'call-planned') planned.set(event.body.callId, event.body.facts);
    if (event.type === 'taint-raised') tainted = true;
    if (event.type === 'taint-cleared') tainted = false;
    if (event.type !== 'call-decided') continue;
    const { callId, mode, verdict, sandboxed = false } = event.body;
    const call = admitted.get(callId);
    const facts = planned.get(callId);
    if (call === undefined || facts === undefined) continue;
    calls.push({ callId, name: call.name, arguments: call.arguments, mode, verdict, sandboxed, tainted, facts });
  }
  return calls;
}

function deciderIn({ places, sandbox, rules, secrets }: PolicyContext, events: readonly SessionRecord[]) {
  const policy = createPolicy({ places, sandbox, rules, secrets });
  const opened = openingOf(events);
  return ({ name, arguments: text, facts, mode, sandboxed, tainted }: PastCall) => {
    const tool = findBuiltin(name) ?? unknownTool(name);
    const args = { text };
    const input: PolicyInput = { tool, facts, args, mode, sandboxed, tainted };
    return policy.decide(opened === undefined ? input : { ...input, profile: opened.profile });
  };
}

/** Of a tool that is not there any more its facts are all that counts. */
const unknownTool = (name: string): PolicyInput['tool'] => ({
  name,
  effects: 'outside',
  dangerous: false,
  source: 'custom',
});

const renderChange = ({ name, arguments: args, verdict, now, reasons }: ChangedCall): string =>
  `${renderCall(name, args)}\n  ${verdict} → ${now}${reasons.length === 0 ? '' : `: ${safeLine(reasons.join('; '))}`}`;

import type { Duplex } from 'node:stream';
import { defer } from '../../base/defer.js';
import { within } from '../../base/ended-within.js';
import { findDestination } from '../../policy/net/destination.js';
import type { Connect, Resolve } from '../../policy/net/dial.js';
import { isNever } from '../../policy/net/host.js';
import type { HostVerdict } from '../../policy/net/host-gate.js';
import { isFailure } from '../../tool/outcome.js';
import type { NotedHosts } from './noted-hosts.js';
import { nameOf, type Target } from './target.js';

/** How names are looked up and connections made. */
export interface Dialing {
  readonly resolve: Resolve;
  readonly connect: Connect;
}

export interface ReachContext extends Dialing {
  readonly gate: (host: string, port: number) => HostVerdict;
  readonly refused: NotedHosts;
  readonly connected: NotedHosts;
  /** Takes a place for a connection to a server; undefined when none is free. The answer gives it back. */
  takeSlot(): (() => void) | undefined;
  readonly limits: ProxyLimits;
}

/** What the clients of one proxy may take. */
export interface ProxyLimits {
  /** Open at the same time; more are closed at once. */
  readonly connections: number;
  readonly headerBytes: number;
  /** From the first look at a client to the end of its header, and for the beginning of what it encrypts. */
  readonly headerMs: number;
  /** For a name to be looked up, and for a server to take a connection. */
  readonly connectMs: number;
}

export type Reached =
  | { readonly ok: true; readonly socket: Duplex }
  | { readonly ok: false; readonly status: 403 | 502 | 503; readonly message: string };

/** Decides on a target before its name is looked up, checks every address of it, and connects to one that was checked. */
export async function reach(target: Target, context: ReachContext): Promise<Reached> {
  const against = reasonAgainst(target, context);
  if (against !== undefined) return { ok: false, status: 403, message: against };
  const release = context.takeSlot();
  if (release === undefined) return { ok: false, status: 503, message: 'too many connections are open: close some' };
  const reached = await connectTo(target, context);
  if (reached.ok) context.connected.note(target);
  if (reached.ok && !reached.socket.destroyed) reached.socket.once('close', release);
  else release();
  return reached;
}

async function connectTo(target: Target, { resolve, connect, refused, limits }: ReachContext): Promise<Reached> {
  const { canonical, port } = target;
  const addresses = await within(
    findDestination({ ...target, target: canonical }, resolve).catch(() => undefined),
    limits.connectMs,
  );
  if (addresses === undefined)
    return { ok: false, status: 502, message: `the name ${canonical} could not be looked up` };
  if (isFailure(addresses)) {
    const { errorType, message } = addresses;
    if (errorType === 'permission_denied') refused.note(target, message);
    return { ok: false, status: errorType === 'permission_denied' ? 403 : 502, message };
  }
  for (const address of addresses.slice(0, maxTries)) {
    const dial = { address, port, host: canonical.replace(/^\[|\]$/g, ''), secure: false };
    const socket = await connected(connect(dial), limits.connectMs);
    if (socket !== undefined) return { ok: true, socket };
  }
  return { ok: false, status: 502, message: `nobody answers at ${nameOf(target)}` };
}

/** Of several addresses the first may be of a network that is not there. */
const maxTries = 4;

/** Why a target is not connected to. */
function reasonAgainst(target: Target, { gate, refused }: ReachContext): string | undefined {
  const { kind, canonical, port, note, doubtful } = target;
  const name = nameOf(target);
  const never = (why: string): string => {
    refused.note(target, why);
    return `${name} is not connected to: ${why}. No grant opens it`;
  };
  if (isNever(kind)) return never(note ?? 'this is no host');
  // With a star it would be asked for as what opens many hosts.
  if (!/^[\w.[\]:-]+$/.test(canonical)) return never('no host has such a name');
  if (doubtful === true) return never(`${note ?? 'it is written in an odd way'}; write it plainly`);
  const verdict = gate(canonical, port);
  if (verdict === 'open') return undefined;
  if (verdict === 'denied') return never('a rule denies it');
  refused.note(target);
  return `the sandbox does not let this process connect to ${name}. The rule or grant net(${name}) would allow it: ask the person`;
}

async function connected(socket: Duplex, ms: number): Promise<Duplex | undefined> {
  const { promise, resolve } = defer<boolean>();
  // Whoever uses it later hears of its end by other events.
  socket.on('error', () => resolve(false));
  socket.once('connect', () => resolve(true));
  if (await within(promise, ms)) return socket;
  socket.destroy();
  return undefined;
}

import type { Places } from '../policy/policy.js';
import { excerptOf } from '../policy/taint/excerpt.js';
import { findTaint } from '../policy/taint/find-taint.js';
import type { TaintEvent, TaintSource } from '../policy/taint/taint.js';
import { createUntrustedFiles } from '../policy/taint/untrusted-files.js';
import type { CallTaint } from '../run/call-taint.js';
import type { AnswerOrigin } from '../run/question.js';
import type { NewEvent } from '../store/store.js';
import type { Fact } from '../tool/fact.js';
import type { SessionEventBody } from './event.js';

interface SessionTaintOptions {
  readonly places: Places;
  /** The files marked untrusted. */
  readonly untrusted: readonly string[];
  mask(text: string): string;
  /** Records it, and has it applied at once. */
  record(event: TaintEvent): void;
}

/** What has come into a session, projected from its events: however it is gone on with, it is the same. */
export interface SessionTaint extends CallTaint {
  /** Takes an event of the session into account as it is recorded. */
  apply(event: NewEvent): void;
  /** Counts what has come in elsewhere, unless it does. */
  take(source: TaintSource): void;
  /** A person vouches for what has come in. */
  clear(origin: AnswerOrigin): void;
}

/** The most that are listed; of the others it is known that they were. */
const maxSources = 50;
const maxKnown = 1000;

export function createSessionTaint(options: SessionTaintOptions): SessionTaint {
  const { mask, record } = options;
  const files = createUntrustedFiles(options.untrusted, options.places);
  /** The calls that are under way, with what they do, and whether they have begun with it. */
  const calls = new Map<string, { facts: readonly Fact[]; started: boolean }>();
  /** Hosts their processes were connected to, planned or not. */
  const connected = new Map<string, readonly Fact[]>();
  const known = new Set<string>();
  let sources: readonly TaintSource[] = [];

  const apply = (event: NewEvent): void => {
    const { type, body } = event as SessionEventBody;
    if (type === 'call-planned') plan(body.callId, body.facts);
    else if (type === 'call-started') start(body.callId);
    else if (type === 'call-settled') calls.delete(body.callId);
    else if (type === 'taint-raised' && known.size < maxKnown) {
      known.add(keyOf(body));
      if (sources.length < maxSources) sources = [...sources, body];
    } else if (type === 'taint-cleared') {
      known.clear();
      sources = [];
    }
  };
  /** One that ran and is planned once more, to run again, has begun all the same. */
  const plan = (callId: string, facts: readonly Fact[]): void => {
    const planned = calls.get(callId);
    if (planned === undefined) calls.set(callId, { facts, started: false });
    else planned.facts = facts;
  };
  const start = (callId: string): void => {
    const planned = calls.get(callId);
    if (planned === undefined) return void calls.set(callId, { facts: [], started: true });
    planned.started = true;
    if (planned.facts.length > 0) files.fetched(planned.facts);
  };

  return {
    get sources() {
      return sources;
    },
    get more() {
      return known.size - sources.length;
    },
    apply,
    take(source) {
      if (!known.has(keyOf(source)) && known.size < maxKnown) record({ type: 'taint-raised', body: source });
    },
    clear(origin) {
      if (known.size > 0) record({ type: 'taint-cleared', body: { origin } });
    },
    connected: (callId, facts) => void connected.set(callId, [...(connected.get(callId) ?? []), ...facts]),
    settled({ callId, tool, facts, finish }) {
      const also = connected.get(callId) ?? [];
      connected.delete(callId);
      if (tool === undefined || calls.get(callId)?.started !== true) return;
      const found = findTaint({ tool, facts: also.length === 0 ? facts : [...facts, ...also] }, files.has);
      if (found.every((one) => known.has(keyOf(one)))) return;
      const value = finish.type === 'value' ? finish.value : [finish.failure.message, finish.failure.data];
      const excerpt = excerptOf(value, mask);
      for (const { kind, source } of found) {
        if (known.has(keyOf({ kind, source })) || known.size >= maxKnown) continue;
        record({ type: 'taint-raised', body: { kind, source, callId, excerpt } });
      }
    },
  };
}

const keyOf = ({ kind, source }: Pick<TaintSource, 'kind' | 'source'>): string => `${kind} ${source}`;

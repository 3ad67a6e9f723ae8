import type { Json } from '../../../base/json.js';
import { getJson } from '../../get-json.js';
import type { Target } from '../transport/target.js';
import { isObject, placeOf, read } from '../wire.js';

/**
 * llama.cpp keeps what it has read in slots, one conversation in each, and gives a request the idle slot that begins most like
 * it: a subagent, whose request begins like that of its parent, would take the parent's. So each session is given one of its
 * own, as long as there are some. The first request of a process goes to the slot the server chooses, which after a restart is the
 * one that still holds the conversation; which one that was is asked for behind it.
 */
export function createLlamaSlots(target: Pick<Target, 'address' | 'headers'>) {
  /** The session last; the one that asked longest ago first. */
  const slots = new Map<string, number>();
  const own = (session: string, slot: number): void => {
    for (const [other, taken] of slots) if (taken === slot) slots.delete(other);
    slots.set(session, slot);
  };
  let count = 0;
  let learning: Promise<void> | undefined;

  const learn = async (session: string): Promise<void> => {
    const asked = await getJson({ url: slotsOf(target.address), headers: target.headers, timeoutMs: learnTimeoutMs });
    const found = 'value' in asked ? readSlots(asked.value) : [];
    count = found.length;
    if (count < 2 || slots.has(session)) return;
    const taken = new Set(slots.values());
    const last = found.filter(({ id, busy }) => !busy && !taken.has(id)).sort((a, b) => b.used - a.used)[0];
    if (last !== undefined) own(session, last.id);
  };

  return {
    /** The slot to ask for; undefined where the server is to choose. */
    async slotOf(session: string | undefined): Promise<number | undefined> {
      await learning;
      if (session === undefined || count < 2) return undefined;
      const taken = new Set(slots.values());
      const free = Array.from({ length: count }, (_, slot) => slot).find((slot) => !taken.has(slot));
      const slot = slots.get(session) ?? free;
      if (slot !== undefined) own(session, slot);
      return slot;
    },
    /** A request of this session was answered. */
    answered(session: string | undefined): void {
      if (session !== undefined && !slots.has(session)) learning = learn(session);
    },
  };
}

const learnTimeoutMs = 1000;

function slotsOf(address: URL): URL {
  const url = new URL(address);
  url.pathname = url.pathname.replace(/(?:\/v1)?\/chat\/completions$/, '/slots');
  url.search = '';
  return url;
}

function readSlots(value: Json) {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((slot, at) => ({
    id: placeOf(slot['id']) ?? at,
    busy: read(slot, 'is_processing') === true,
    used: placeOf(slot['id_task']) ?? -1,
  }));
}

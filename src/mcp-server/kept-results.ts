import type { Settlement } from '../run/event.js';

/** Something of a call that is kept whole and can be read as a resource. */
export interface KeptResult {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mediaType: string;
  readonly blob: string;
}

/** What the calls of a connection have left to be read. Only what this client was told of is reached by it. */
export interface KeptResults {
  /** Takes note of what a call left; answers it. */
  add(settlement: Settlement): readonly KeptResult[];
  list(): readonly KeptResult[];
  find(uri: string): KeptResult | undefined;
}

/** The oldest are told of no longer. */
const most = 500;

export function createKeptResults(): KeptResults {
  const kept = new Map<string, KeptResult>();
  return {
    add(settlement) {
      const left = keptOf(settlement);
      for (const result of left) {
        kept.delete(result.uri);
        kept.set(result.uri, result);
      }
      for (const uri of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(uri);
      return left;
    },
    list: () => [...kept.values()],
    find: (uri) => kept.get(uri),
  };
}

function keptOf({ name, callId, blob, enclosures = [] }: Settlement): readonly KeptResult[] {
  const whole = { name: `${name} ${callId}`, mediaType: 'text/plain', description: `The whole result of ${name}.` };
  return [
    ...(blob === undefined ? [] : [{ ...whole, blob, uri: uriOf(blob) }]),
    ...enclosures.map((enclosure) => ({
      ...enclosure,
      description: `Goes with the result of ${name}.`,
      uri: uriOf(enclosure.blob),
    })),
  ];
}

const uriOf = (blob: string): string => `toolwright://kept/${blob.replace(/^blob:/, '')}`;

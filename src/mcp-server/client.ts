import { cutEnd } from '../base/text.js';

/** Who is on the other side, as it says of itself: nothing of it is taken for more than a name. */
export interface McpClient {
  /** For the record: `claude-code 2.1.0`. */
  readonly name: string;
  /** It can put a form to the person before it. */
  readonly elicits: boolean;
  /** It lets its model answer. */
  readonly samples: boolean;
}

/** Reads what a client declares of itself, in whatever shape it comes. */
export function readClient(info: unknown, capabilities: unknown): McpClient {
  const { name, version } = objectOf(info);
  const { elicitation, sampling } = objectOf(capabilities);
  return {
    name: plainName([name, version]),
    elicits: canElicit(elicitation),
    samples: typeof sampling === 'object' && sampling !== null,
  };
}

/** A name is shown and stored: nothing in it steers a screen, and it is short. */
function plainName(parts: readonly unknown[]): string {
  const words = parts
    .filter((part) => typeof part === 'string')
    .map((part) => cutEnd(part.replaceAll(/[^\p{L}\p{N}._/@+-]+/gu, '-'), 60))
    .filter((part) => part !== '' && part !== '-');
  return words.length === 0 ? 'unnamed' : words.join(' ');
}

/** Forms are what is meant unless only addresses are named. */
function canElicit(declared: unknown): boolean {
  if (typeof declared !== 'object' || declared === null) return false;
  return 'form' in declared || !('url' in declared);
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

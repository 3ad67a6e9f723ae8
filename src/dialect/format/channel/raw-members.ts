import { rawMember } from '../../../base/raw-json.js';
import { parseTrusted } from '../../../base/trusted-json.js';

/** One member of the arguments, for a format that writes them one by one. */
export interface RawMember {
  readonly key: string;
  /** Its JSON, digit for digit. */
  readonly json: string;
  /** A string as it is, anything else as JSON. */
  readonly text: string;
  readonly value: unknown;
}

/** The members of a JSON object that was read before. */
export function rawMembers(json: string): readonly RawMember[] {
  return Object.entries(parseTrusted(json) as object).map(([key, value]: [string, unknown]) => {
    const raw = rawMember(json, [key]) ?? 'null';
    return { key, json: raw, text: typeof value === 'string' ? value : raw, value };
  });
}

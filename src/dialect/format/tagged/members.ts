import { rawMember } from '../../../base/raw-json.js';
import { parseShape } from '../../value/loose-json.js';
import { isObject } from '../../value/named-call.js';

/** The members of an object as bare text: strings as they are, all else as JSON, with its own digits. */
export function bareMembers(json: string): readonly (readonly [key: string, text: string])[] {
  const parsed = parseShape(json);
  if (!parsed.ok || !isObject(parsed.value)) return [];
  return Object.entries(parsed.value).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : (rawMember(json, [key]) ?? ''),
  ]);
}

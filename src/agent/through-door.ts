import { parseJson } from '../base/json.js';
import { rawMember } from '../base/raw-json.js';
import type { ModelCall } from '../model/message.js';
import { doorName } from '../tool/catalog/door.js';

/** A call by the name of the tool it means, with what the model wrote where it went through the door. */
export type MeantCall = ModelCall & { readonly through?: string };

/**
 * The call that stands within a call of the door. One that cannot be read stays what it is, and the road refuses it. Arguments
 * may come as an object or as JSON text, as some APIs take no open object.
 */
export function throughDoor(call: ModelCall): MeantCall {
  if (call.name !== doorName) return call;
  const parsed = parseJson(call.arguments);
  const value = parsed.ok ? parsed.value : undefined;
  if (typeof value !== 'object' || value === null || !('name' in value)) return call;
  const { name, arguments: args = {} } = value;
  if (typeof name !== 'string' || name === '' || name === doorName) return call;
  // Digit for digit, as the model wrote them.
  const text = typeof args === 'string' ? args : (rawMember(call.arguments, ['arguments']) ?? '{}');
  return { id: call.id, name, arguments: text, through: call.arguments };
}

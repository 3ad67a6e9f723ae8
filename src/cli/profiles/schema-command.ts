import { profileSchema } from '../../config/profile/profile-schema.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';

/** `toolwright profiles schema`: the JSON Schema of a profile file, for editors. */
export async function schemaCommand(_invocation: Invocation, { stdout }: Host): Promise<number> {
  stdout.write(`${JSON.stringify(profileSchema, null, 2)}\n`);
  return exitCodes.answered;
}

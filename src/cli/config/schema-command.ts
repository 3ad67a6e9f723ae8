import { configSchema } from '../../config/config-schema.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';

/** `toolwright config schema`: the JSON Schema of a config file, for editors. */
export async function schemaCommand(_invocation: Invocation, { stdout }: Host): Promise<number> {
  stdout.write(`${JSON.stringify(configSchema, null, 2)}\n`);
  return exitCodes.answered;
}

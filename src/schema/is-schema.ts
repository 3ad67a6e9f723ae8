import type { LooseSchema } from './json-schema.js';

/** Whether a value found where a schema may stand is one that can be looked into. */
export const isSchema = (value: unknown): value is LooseSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

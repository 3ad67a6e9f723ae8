import type { JsonSchema } from '../schema/json-schema.js';

export const profileNamePattern = '^[a-z0-9][a-z0-9._-]{0,63}$';

/** The name of a profile, as a setting. */
export const profileName = (title: string, description: string) =>
  ({
    type: 'string',
    title,
    description,
    pattern: profileNamePattern,
    patternErrorMessage: 'the name of a profile: small letters, digits, dots, dashes and underscores',
  }) as const satisfies JsonSchema;

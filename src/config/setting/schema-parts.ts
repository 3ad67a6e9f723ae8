import { defined } from '../../base/defined.js';
import { maxPatternLength } from '../../policy/rule/rule.js';
import type { JsonSchema } from '../../schema/json-schema.js';

// What the schemas of settings are made of. Each part keeps its literal type, as the types of settings follow from that.

/** What a text looks like; `expected` is what editors and messages say it should be. */
export const form = (pattern: string, expected: string, maxLength?: number) =>
  ({ pattern, patternErrorMessage: expected, ...defined({ maxLength }) }) as const;

/** Text without control characters, as names and values of settings are. */
export const line = (expected = 'text on one line', maxLength = 4000) =>
  form('^[^\\p{Cc}\\p{Zl}\\p{Zp}]+$', expected, maxLength);

export const text = (title: string, description: string, like: ReturnType<typeof form>) =>
  ({ type: 'string', title, description, ...like }) as const;

/** Text of any form, which may have many lines. */
export const prose = (title: string, description: string, maxLength: number) =>
  ({ type: 'string', title, description, maxLength }) as const;

export const flag = (title: string, description: string, usual?: boolean) =>
  ({ type: 'boolean', title, description, ...defined({ default: usual }) }) as const;

export const choice = <const Value>(title: string, description: string, values: readonly Value[], usual?: Value) =>
  ({ enum: values, title, description, ...defined({ default: usual }) }) as const;

interface Range {
  readonly minimum: number;
  readonly maximum?: number;
  readonly default?: number;
}

export const integer = (title: string, description: string, range: Range) =>
  ({ type: 'integer', title, description, ...range }) as const;

export const list = <const Item extends JsonSchema>(
  title: string,
  description: string,
  maxItems: number,
  items: Item,
) => ({ type: 'array', title, description, maxItems, items }) as const;

/** An object with these members and no others. */
export const object = <const Members extends { readonly [name: string]: JsonSchema }>(
  title: string,
  description: string,
  properties: Members,
) => ({ type: 'object', title, description, additionalProperties: false, properties }) as const;

/** One of a list or table. */
export const entry = <const Members extends { readonly [name: string]: JsonSchema }>(
  title: string,
  properties: Members,
) => ({ type: 'object', title, additionalProperties: false, properties }) as const;

/** An object whose members are entries of one kind, by names of this form. */
export const table = <const Entry extends JsonSchema>(
  title: string,
  description: string,
  propertyNames: ReturnType<typeof form>,
  additionalProperties: Entry,
) => ({ type: 'object', title, description, propertyNames, additionalProperties }) as const;

export const webAddress = (expected: string, query = '') =>
  form(`^https?://(\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@\\[\\]:]+)(:[0-9]{1,5})?(/[^\\s?#]*)?${query}$`, expected);

export const apiKeyVariable = text(
  'Variable with the API key',
  'The name of the environment variable that holds the API key; never the key itself.',
  form('^[A-Za-z_][A-Za-z0-9_]*$', 'the name of an environment variable, never the key itself'),
);

export const hostList = (description: string, expected: string) =>
  list(
    'Hosts',
    description,
    50,
    text('Host', 'A host, as in rules.', form('^[^\\s\\p{Cc}*/]+$', expected, maxPatternLength)),
  );

const profileForm = form(
  '^[a-z0-9][a-z0-9._-]{0,63}$',
  'the name of a profile: small letters, digits, dots, dashes and underscores',
);

export const profileName = (title: string, description: string) => text(title, description, profileForm);

export const isProfileWord = (name: string): boolean => new RegExp(profileForm.pattern).test(name);

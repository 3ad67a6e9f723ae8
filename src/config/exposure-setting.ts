import type { JsonSchema } from '../schema/json-schema.js';
import { exposureKinds, inactiveCalls, usualCeiling } from '../tool/catalog/exposure.js';

const names = (title: string, description: string, item: string) =>
  ({
    type: 'array',
    title,
    description,
    maxItems: 200,
    items: {
      type: 'string',
      title: item,
      description: `The name of a ${item.toLowerCase()}.`,
      pattern: '^[A-Za-z0-9_-]+$',
      patternErrorMessage: `the name of a ${item.toLowerCase()}`,
      maxLength: 200,
    },
  }) as const;

/** Which definitions requests carry. */
export const exposureSetting = {
  type: 'object',
  title: 'Which tools are sent',
  description: 'Which definitions of tools a request to the model carries; each costs tokens.',
  additionalProperties: false,
  properties: {
    kind: {
      enum: exposureKinds,
      title: 'Kind',
      description:
        'lazy: the pinned ones, and those that were found or called; all others are in an index that tool_search looks in. groups: those of some groups, and there are no others then. all: every one.',
      default: 'lazy',
    },
    groups: names('Groups', 'With groups: the groups of tools there are, such as search, edit and exec.', 'Group'),
    pinned: names('Pinned tools', 'With lazy: tools that are always sent, beside those that are anyway.', 'Tool'),
    ceiling: {
      type: 'integer',
      title: 'Ceiling',
      description:
        'With lazy: how many definitions a request carries at most; the one that was used longest ago makes room. Pinned ones never do.',
      minimum: 1,
      maximum: 200,
      default: usualCeiling,
    },
    inactiveCalls: {
      enum: inactiveCalls,
      title: 'Calls to tools that were not sent',
      description:
        'With lazy: what becomes of a call to a tool of the index. answer: it is answered with what the tool takes, to be called again. run: it is run where its arguments fit. run-builtin: built-in tools and those that the model made are run, all others answered.',
      default: 'run-builtin',
    },
  },
} as const satisfies JsonSchema;

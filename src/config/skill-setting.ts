import type { JsonSchema } from '../schema/json-schema.js';

/** The setting `skills`. */
export const skillSetting = {
  type: 'object',
  title: 'Skills',
  description: 'Which skills are used, and whose are trusted. Not in a workspace.',
  additionalProperties: false,
  properties: {
    allow: {
      type: 'array',
      title: 'Allowed skills',
      description: 'The names of the skills that are used. All when absent or with "*" in it, none when it is empty.',
      maxItems: 200,
      items: {
        type: 'string',
        title: 'Name',
        pattern: '^(\\*|[A-Za-z0-9][A-Za-z0-9._-]*)$',
        patternErrorMessage: 'the name of a skill, or *',
        maxLength: 64,
      },
    },
    trusted: {
      type: 'array',
      title: 'Trusted folders',
      description:
        'Workspaces, or folders of skills in them, whose skills you vouch for: their text does not taint the session.',
      maxItems: 200,
      items: {
        type: 'string',
        title: 'Folder',
        description: 'An absolute path, or one from your home with ~/.',
        pattern: '^[/~][^\\p{Cc}\\p{Zl}\\p{Zp}]*$',
        patternErrorMessage: 'a folder, as in ~/project or /srv/project/.agents/skills',
        maxLength: 1000,
      },
    },
  },
} as const satisfies JsonSchema;

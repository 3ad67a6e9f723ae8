import type { RuleText } from '../policy/rule/rule.js';
import type { FromSchema } from '../schema/json-schema.js';
import type { Setting } from './setting/setting.js';
import { type SettingName, type SettingsOf, settings } from './setting/settings.js';

type Schemas = { readonly [Name in SettingName]: (typeof settings)[Name]['schema'] };

/**
 * The JSON Schema of `config.json`: the types follow from it, `check-config.ts` walks it, and `schema/config.schema.json`
 * publishes it for editors. `patternErrorMessage` is what editors show, and what our messages say was expected.
 */
export const configSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Toolwright configuration',
  description: 'config.json of Toolwright: JSON with comments and trailing commas. Every key is optional.',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, { schema, joined, workspace }]) => {
      const description = `${schema['description']}${joined ? ' Those of all files count.' : ''}${rightInWords(workspace)}`;
      return [name, { ...schema, description }];
    }),
  ) as unknown as Schemas,
} as const;

function rightInWords(workspace: Setting['workspace']): string {
  if (workspace === undefined) return ' Not in a workspace.';
  if (workspace === 'any' || 'members' in workspace) return '';
  return ` A workspace may set ${workspace.values.join(' or ')} only.`;
}

/** What a config file, or several merged, may hold. */
export type Config = Omit<FromSchema<typeof configSchema>, 'rules'> & { readonly rules?: readonly RuleText[] };

/** What these settings say to one reader. */
export const settingsFor = <Reader extends Setting['reader']>(reader: Reader, values: Config) =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => settings[name as SettingName].reader === reader),
  ) as Pick<Config, SettingsOf<Reader>>;

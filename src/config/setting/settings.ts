import { hookSettings } from './hook-settings.js';
import { limitSettings } from './limit-settings.js';
import { modelSettings } from './model-settings.js';
import { ruleSettings } from './rule-settings.js';
import { lastingSettings, runSettings } from './run-settings.js';
import { form, text } from './schema-parts.js';
import { serverSettings } from './server-settings.js';
import type { Setting, Settings } from './setting.js';
import { skillSettings, toolSettings } from './tool-settings.js';

/** Every setting of `config.json`, in the order in which they are listed. */
export const settings = {
  $schema: {
    schema: {
      type: 'string',
      title: 'Schema',
      description: 'Where this schema lies, for editors. Not used otherwise.',
    },
    reader: 'editor',
    workspace: 'any',
  },
  ...modelSettings,
  ...runSettings,
  ...toolSettings,
  ...lastingSettings,
  ...limitSettings,
  ...ruleSettings,
  ...hookSettings,
  ...serverSettings,
  ...skillSettings,
  store: {
    schema: text(
      'Store',
      'Where sessions are kept: a path (from the folder of this file, or ~/ from home), or memory.',
      form('^[^\\p{Cc}]+$', 'a path, or memory'),
    ),
    reader: 'face',
  },
} as const satisfies Settings;

export type SettingName = keyof typeof settings;

/** The settings of this reader. */
export type SettingsOf<Reader extends Setting['reader']> = {
  [Name in SettingName]: (typeof settings)[Name]['reader'] extends Reader ? Name : never;
}[SettingName];

export type JoinedSetting = {
  [Name in SettingName]: (typeof settings)[Name] extends { readonly joined: true } ? Name : never;
}[SettingName];

/** What is declared of a setting; undefined when there is none of that name. */
export const findSetting = (name: string): Setting | undefined =>
  Object.hasOwn(settings, name) ? settings[name as SettingName] : undefined;

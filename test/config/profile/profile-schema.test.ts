import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.js';
import { checkSetting } from '../../../src/config/check-config.js';
import { profileSchema } from '../../../src/config/profile/profile-schema.js';
import { createConfigScene } from '../../cli/config/config-scene.js';
import { verifies } from '../../requirements.js';

const published = new URL('../../../schema/profile.schema.json', import.meta.url);
const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
ajv.addKeyword('patternErrorMessage');
const validate = ajv.compile(profileSchema);
const ours = (value: unknown): boolean => checkSetting(value as Json, profileSchema, []).length === 0;

it('is published as it is, and printed: UPDATE_SCHEMA=1 writes it anew', async () => {
  verifies('profiles.file.schema');
  const text = `${JSON.stringify(profileSchema, null, 2)}\n`;
  if (process.env['UPDATE_SCHEMA'] === '1') writeFileSync(published, text);
  expect(readFileSync(published, 'utf8')).toBe(text);
  expect(await createConfigScene().run(['profiles', 'schema'])).toEqual({ code: 0, stdout: text, stderr: '' });
});

it('explains every setting', () => {
  verifies('profiles.file.schema');
  const unexplained: string[] = [];
  const visit = (properties: object): void => {
    for (const [key, schema] of Object.entries(properties)) {
      if (typeof schema.title !== 'string' || typeof schema.description !== 'string') unexplained.push(key);
      visit(schema.properties ?? schema.items?.properties ?? {});
    }
  };
  visit(profileSchema.properties);
  expect(unexplained).toEqual([]);
});

const sound: readonly object[] = [
  { extends: 'yips' },
  {
    $schema: 'x',
    extends: 'my-own.2',
    summary: 'for reviews',
    limits: { rounds: 3, turnCost: 0.5, atLimit: 'return', lastRound: '' },
    loops: { watched: true, redundant: { warn: 0, refuse: 1000 }, repetition: { of: 'tool' }, pivot: { note: '' } },
    order: 'ticked',
    exposure: { kind: 'groups', groups: ['search'] },
    tools: { without: ['run_command'] },
    noPerson: 'wait=5m',
    usualMode: 'plan',
    instructionFiles: ['AGENTS.md', '.rules'],
    instructions: 'nearest',
    notesAs: 'system',
    unreadable: 'answers',
    approval: { title: 'x', choices: { deny: { words: ['n'], label: 'no' } } },
    system: { replace: '' },
  },
];
const wrong: readonly unknown[] = [
  {},
  { extends: '' },
  { extends: 'Yips' },
  { extends: 'yips', name: 'x' },
  { extends: 'yips', tools: {} },
  { extends: 'yips', tools: { only: [], without: [] } },
  { extends: 'yips', instructionFiles: ['..'] },
  { extends: 'yips', instructionFiles: ['a/b'] },
  { extends: 'yips', noPerson: 'person' },
  { extends: 'yips', noPerson: 'wait=0s' },
  { extends: 'yips', loops: { redundant: { warn: -1 } } },
  { extends: 'yips', approval: { title: 'a\nb' } },
];

it.each(sound)('takes %j', (value) => {
  verifies('profiles.file.schema');
  expect({ ajv: validate(value), ours: ours(value) }).toEqual({ ajv: true, ours: true });
});

it.each(wrong)('refuses %j', (value) => {
  verifies('profiles.file.schema');
  expect({ ajv: validate(value), ours: ours(value) }).toEqual({ ajv: false, ours: false });
});

it('is checked as a schema compiler would, whatever stands under a key', () => {
  verifies('profiles.file.schema');
  const keys = fc.constantFrom(...Object.keys(profileSchema.properties), 'unknown');
  fc.assert(
    fc.property(keys, fc.jsonValue({ maxDepth: 3 }), (key, value) => {
      const settings = { extends: 'yips', [key]: value };
      expect(ours(settings)).toBe(validate(settings));
    }),
  );
});

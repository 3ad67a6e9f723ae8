import { expect, it } from 'vitest';
import { sessionSettings } from '../../src/cli/session-settings.js';
import { readLayer } from '../../src/config/config-layer.js';
import type { Layer } from '../../src/config/layer.js';
import { mergeLayers } from '../../src/config/merge-layers.js';
import type { LoadedConfig } from '../../src/config/open-config.js';
import { planEdit } from '../../src/config/plan-edit.js';
import { verifies } from '../requirements.js';

const read = (text: string, layer: Layer = 'user') => readLayer(layer, `${layer}.json`, { ok: true, text });

it('takes the secrets of all layers: none takes one away', () => {
  verifies('secret.config.named');
  const layers = [read('{"secrets": ["LICENCE",\n"~/.key"]}'), read('{"secrets": ["deploy/key"]}', 'workspace')];
  const merged = mergeLayers(layers);
  expect(merged.values).toEqual({ secrets: ['LICENCE', '~/.key', 'deploy/key'] });
  expect([...merged.origins]).toEqual([
    ['/secrets/0', { layer: 'user', file: 'user.json', line: 1 }],
    ['/secrets/1', { layer: 'user', file: 'user.json', line: 2 }],
    ['/secrets/2', { layer: 'workspace', file: 'workspace.json', line: 1 }],
  ]);
  expect(mergeLayers([read('{"secrets": ["A"]}'), read('{"secrets": []}', 'managed')]).values.secrets).toEqual(['A']);
  const settings = sessionSettings(merged as LoadedConfig, { sandbox: undefined, ownFiles: [] });
  expect(settings.secrets).toEqual(['LICENCE', '~/.key', 'deploy/key']);
});

it('sets them as a whole', () => {
  verifies('secret.config.named');
  const edit = (path: readonly string[]) => planEdit({ layer: 'user', file: 'f', text: '{}\n', path, value: ['A'] });
  expect(edit(['secrets'])).toMatchObject({ ok: true });
  expect(edit(['secrets', '0'])).toMatchObject({
    ok: false,
    problems: [{ message: `secrets is set as a whole: give the list, as in '["LICENCE_CODE", "~/.licence"]'` }],
  });
});

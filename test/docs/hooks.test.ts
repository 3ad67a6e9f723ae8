import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLayer } from '../../src/config/config-layer.js';
import type { Hook } from '../../src/extend/hook/hook.js';
import { hookPoints } from '../../src/extend/hook/hook.js';
import { verifies } from '../requirements.js';
import { bodies, newFolder, open, play, results } from '../session/open.js';
import { codeBlocks, readPage } from './markdown.js';

const page = readPage('docs/hooks.md');
const [block] = codeBlocks(page).filter(({ language }) => language === 'json');
const layer = readLayer('user', 'config.json', { ok: true, text: block?.text ?? '' });
const hooks = (layer.values.hooks ?? []) as readonly Hook[];

it('shows hooks that are sound, and every point there is', () => {
  verifies('standing.docs.output-true', 'middleware.hook.config');
  expect(layer.problems).toEqual([]);
  expect(hooks.map(({ on }) => on)).toEqual(['before-call', 'file-written', 'person-needed']);
  for (const point of hookPoints) expect(page).toContain(`| \`${point}\` |`);
});

it('shows hooks that do what it says', async () => {
  verifies('standing.docs.output-true');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'format.sh'), '#!/bin/sh\ncat > formatted.json\n');
  chmodSync(join(workspace, 'format.sh'), 0o755);
  const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'x\n' } });
  const session = await open([{ calls: [write('migrations/1.sql'), write('src/a.ts')] }, { text: 'Done.' }], {
    workspace,
    builtins: true,
    mode: 'edit',
    sandbox: 'off',
    hooks: hooks.slice(0, 2),
  });
  const { events } = await play(session.send('go'));
  expect(results(events).map(({ error_message }) => error_message)).toEqual([
    expect.stringMatching(/^Refused by hook 1 .*: Migrations are written by hand\. Do not try it again unchanged\.$/),
    null,
  ]);
  expect(bodies(events, 'hook-ended').map(({ hook, status }) => `${hook} ${status}`)).toEqual([
    'before-call ok',
    'before-call ok',
    'file-written ok',
  ]);
});

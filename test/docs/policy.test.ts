import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { levelTable } from '../../src/policy/level.js';
import { factKinds } from '../../src/tool/fact.js';
import { verifies } from '../requirements.js';
import { builtCli } from '../support/built-cli.js';
import { playConsole } from './console.js';
import { codeBlocks, readPage, root } from './markdown.js';

const name = 'docs/policy.md';
const page = readPage(name);
const update = process.env['UPDATE_DOCS'] === '1';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-policy-docs-')));
const workspace = join(home, 'greet');
const config = join(home, '.config', 'toolwright');
beforeAll(async () => {
  for (const folder of [join(workspace, 'src'), config, join(home, 'bin')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(workspace, 'greet.js'), 'console.log(1);\n');
  writeFileSync(join(config, 'config.json'), codeBlocks(page).find(({ language }) => language === 'json')?.text ?? '');
  symlinkSync(await builtCli(), join(home, 'bin', 'toolwright'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('has the level table of the policy', () => {
  verifies('policy.level.table', 'design.words.levels');
  const table = page.split('| fact | in the workspace | elsewhere |\n|---|---|---|\n')[1]?.split('\n\n')[0] ?? '';
  const rows = factKinds.map((kind) => `| \`${kind}\` | ${levelTable[kind].inside} | ${levelTable[kind].outside} |`);
  expect(table).toBe(rows.join('\n'));
});

it('shows what its commands print: UPDATE_DOCS=1 writes it anew', async () => {
  verifies('standing.docs.output-true', 'policy.commands.explain', 'policy.commands.check', 'policy.commands.test');
  const env = { PATH: `${join(home, 'bin')}:${process.env['PATH']}`, HOME: home, LANG: 'C.UTF-8' };
  const blocks = await playConsole(page, { cwd: workspace, env });
  expect(blocks).toHaveLength(3);
  let written = page;
  for (const [text, played] of blocks) written = written.replace(text, () => played.replaceAll(home, '/home/me'));
  if (update) writeFileSync(`${root}${name}`, written);
  else expect(page).toBe(written);
});

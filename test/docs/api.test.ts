import { execFileSync } from 'node:child_process';
import { it } from 'vitest';
import { verifies } from '../requirements.js';
import { root } from './markdown.js';

it('has the API reference of the present types', { timeout: 240_000 }, () => {
  verifies('core.examples.api-docs');
  const tsx = `${root}node_modules/tsx/dist/cli.mjs`;
  execFileSync(process.execPath, [tsx, 'scripts/api-docs.ts', '--check'], { cwd: root, encoding: 'utf8' });
});

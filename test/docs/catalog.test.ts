import { it } from 'vitest';
import { verifies } from '../requirements.js';
import { expectPlayed } from './play-page.js';

it('shows what is sent as the command prints it', async () => {
  verifies('standing.docs.examples-run', 'catalog.list.command');
  await expectPlayed('docs/tools/catalog.md', { rounds: [], files: { 'menu.txt': 'tea\n' } });
});

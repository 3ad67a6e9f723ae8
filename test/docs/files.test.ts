import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { playCalls } from './play-calls.js';

it('its calls answer what the page shows', async () => {
  verifies('standing.docs.examples-run');
  const calls = await playCalls({
    page: 'docs/tools/files.md',
    files: { 'notes/monday.md': '# Monday', 'notes/tuesday.md': '# Tuesda' },
    source: { language: 'js', path: 'menu.js' },
  });
  expect(calls).toBeGreaterThan(5);
});

import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { playCalls } from './play-calls.js';

it('its calls answer what the page shows', async () => {
  verifies('standing.docs.examples-run');
  const calls = await playCalls({
    page: 'docs/tools/search.md',
    files: {
      'src/test.py': 'from menu import findDish\n\ndef test_tea():\n    assert findDish("tea")\n',
      'notes.md': 'soup\nmore soup\n',
      'build/menu.ts': 'findDish();\n',
      '.gitignore': 'build\n',
    },
    source: { language: 'ts', path: 'src/menu.ts' },
  });
  expect(calls).toBe(7);
});

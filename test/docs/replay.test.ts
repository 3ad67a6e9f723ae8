import { it } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { expectPlayed } from './play-page.js';

const name = 'docs/replay.md';

/** The model of the page, round by round. */
const rounds = [
  {
    calls: [
      { name: 'edit_file', arguments: { path: 'src/price.js', old_text: 'tea: 3', new_text: 'tea: 4' } },
      { name: 'run_command', arguments: { command: 'rm -r build' } },
    ],
  },
  { text: 'Tea costs 4 now. I may not clean up.' },
];

const files = {
  'src/price.js': 'export const price = {\n  tea: 3,\n  coffee: 4,\n};\n',
  'build/out.txt': 'out\n',
};

it.skipIf(needs('bwrap'))(
  'prints what the page shows: UPDATE_DOCS=1 writes it anew',
  async () => {
    verifies('standing.docs.output-true');
    await expectPlayed(name, { rounds, files });
  },
  120_000,
);

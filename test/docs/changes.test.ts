import type { FakeModelRounds } from 'toolwright/testing';
import { it } from 'vitest';
import { verifies } from '../requirements.js';
import { command, expectPlayed } from './play-page.js';

/** The token that the last result holds. */
const tokenIn = ({ text }: { readonly text: string }): string => text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)?.at(-1) ?? '';

const edit = (from: string, to: string, tool = 'edit_file') => ({
  calls: [{ name: tool, arguments: { path: 'src/price.js', old_text: from, new_text: to } }],
});

/** The model of the page, round by round. */
const rounds: FakeModelRounds = (request, at) =>
  [
    { calls: [{ name: 'read_file', arguments: { path: 'src/price.js' } }] },
    { text: 'It costs 3.' },
    edit('tea: 3', 'tea: 5'),
    edit('tea: 3', 'tea: 5'),
    { text: 'It costs 5 now. Somebody sells cocoa instead of coffee.' },
    edit('tea: 5', 'tea: 6', 'preview_edit_file'),
    { calls: [{ name: 'apply_file_change', arguments: { token: tokenIn(request) } }] },
    { text: 'It costs 6 now.' },
    edit('tea: 6', 'tea: 7'),
    { text: 'It costs 7 now.' },
    command('sed -i s/tea/mint/ src/price.js && rm -r build && mkdir docs && mv notes.txt docs/'),
    { text: 'It is tidy.' },
  ][at];

const files = {
  'src/price.js': 'export const price = {\n  tea: 3,\n  coffee: 4,\n};\n',
  'build/out.txt': 'out\n',
  'notes.txt': 'buy tea\n',
};

it('prints what the page shows: UPDATE_DOCS=1 writes it anew', async () => {
  verifies('standing.docs.output-true');
  await expectPlayed('docs/changes.md', { rounds, files });
}, 120_000);

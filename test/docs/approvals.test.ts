import * as toolwright from 'toolwright';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { readPage, tableCodes } from './markdown.js';
import { command, expectPlayed } from './play-page.js';

const name = 'docs/approvals.md';
const page = readPage(name);

/** The model of the page, round by round. */
const rounds = [
  command('npm run test'),
  { text: 'The tests pass.' },
  command('npm run test -- --verbose'),
  { text: 'They pass again.' },
  command('rm -r build'),
  { text: 'I leave build as it is.' },
  command('rm p\u0430ssword.txt\u200b'),
  { text: 'I may not.' },
  { calls: [{ name: 'edit_file', arguments: { path: 'src/price.js', old_text: 'tea: 3', new_text: 'tea: 4' } }] },
  { text: 'The price stays as it is.' },
];

const files = {
  'package.json': '{ "name": "shop", "scripts": { "test": "node --version > /dev/null && echo ok" } }\n',
  'src/price.js': 'export const price = {\n  tea: 3,\n  coffee: 4,\n};\n',
  'build/out.txt': 'out\n',
};

it.skipIf(needs('tmux') ?? needs('bwrap'))(
  'prints what the page shows: UPDATE_DOCS=1 writes it anew',
  async () => {
    verifies('standing.docs.output-true');
    await expectPlayed(name, { rounds, files });
  },
  120_000,
);

it('names every style of approval there is, and every answer of the default one', () => {
  verifies('standing.docs.output-true');
  const codes = tableCodes(page);
  const styles = Object.keys(toolwright).filter((one) => one.endsWith('Approval') && one !== 'parseApproval');
  expect(codes.filter((code) => code.endsWith('Approval')).sort()).toEqual(styles.sort());
  const answers = toolwright.toolwrightApproval.choices.map(({ words }) => words[0]);
  expect(codes.filter((code) => code.length === 1)).toEqual([...answers, 'f']);
});

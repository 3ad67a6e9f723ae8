import { expect, it } from 'vitest';
import { auditKinds } from '../../src/session/audit/audit-row.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { readPage, tableCodes } from './markdown.js';
import { command, expectPlayed } from './play-page.js';

const name = 'docs/audit.md';
const page = readPage(name);

/** The model of the page, round by round. */
const rounds = [
  command('git push'),
  { text: 'I may not push.' },
  command('rm -r build'),
  { text: 'I may not clean up.' },
  { calls: [{ name: 'edit_file', arguments: { path: 'src/price.js', old_text: 'tea: 3', new_text: 'tea: 4' } }] },
  { text: 'Tea costs 4 now.' },
];

const files = {
  '../.config/toolwright/config.json': '{\n  "rules": [\n    { "deny": "exec(git push:*)" }\n  ]\n}\n',
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

it('names every kind of entry, and every column of the CSV in its order', () => {
  verifies('standing.docs.output-true');
  expect(tableCodes(part('What is in it'))).toEqual([...auditKinds]);
  const [, header] = /^(time,.*)$/m.exec(page) ?? [];
  expect(tableCodes(part('Formats')).join(',')).toBe(header);
});

const part = (title: string): string => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

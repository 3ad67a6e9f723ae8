import { expect, it } from 'vitest';
import { readLayer } from '../../src/config/config-layer.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { codeBlocks, readPage } from './markdown.js';
import { expectPlayed } from './play-page.js';

const name = 'docs/skills.md';
const page = readPage(name);

/** The model of the page, round by round. */
const rounds = [
  { calls: [{ name: 'activate_skill', arguments: { name: 'release-notes' } }] },
  { text: 'Here they are.' },
];

const [skill] = codeBlocks(page).filter(({ language }) => language === 'markdown');

const files = {
  '.agents/skills/release-notes/SKILL.md': skill?.text ?? '',
  '.agents/skills/release-notes/template.md': '# Version\n',
  '.claude/skills/old/SKILL.md': 'Write as we always did.\n',
  '../.agents/skills/letter/SKILL.md':
    '---\nname: letter\ndescription: Writes letters to customers.\n---\nBe polite.\n',
};

it.skipIf(needs('tmux'))(
  'prints what the page shows: UPDATE_DOCS=1 writes it anew',
  async () => {
    verifies('standing.docs.output-true', 'skills.command.list', 'skills.activate.first');
    await expectPlayed(name, { rounds, files });
  },
  120_000,
);

it('shows settings that are sound', () => {
  verifies('standing.docs.output-true');
  const blocks = codeBlocks(page).filter(({ language }) => language === 'json');
  expect(blocks.length).toBeGreaterThan(0);
  for (const { text } of blocks) expect(readLayer('user', 'x', { ok: true, text }).problems).toEqual([]);
});

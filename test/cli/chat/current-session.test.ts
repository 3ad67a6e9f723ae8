import { expect, it } from 'vitest';
import type { Chat } from '../../../src/cli/chat/chat-state.js';
import { instructionWords } from '../../../src/cli/chat/current-session.js';
import { verifies } from '../../requirements.js';

it('tells the instruction files by path, and which were cut, are untrusted or were not loaded', () => {
  verifies('core.chat.verbose-instructions', 'skills.instructions.bounded');
  const words = (instructions: readonly string[], notes: Readonly<Record<string, string>>) =>
    instructionWords({
      session: { instructions, instructionNotes: new Map(Object.entries(notes)) } as unknown as Chat['session'],
    });
  expect(words([], {})).toBe('No instruction files were loaded.');
  expect(words([], { '/a/CODE.md': 'not loaded: it is no UTF-8 text' })).toBe(
    'No instruction files were loaded; /a/CODE.md (not loaded: it is no UTF-8 text)',
  );
  expect(words(['/a/AGENTS.md', '/a/b/CLAUDE.md\u001b'], { '/a/AGENTS.md': 'cut, untrusted' })).toBe(
    '2 instruction files loaded: /a/AGENTS.md (cut, untrusted), /a/b/CLAUDE.md\\e',
  );
});

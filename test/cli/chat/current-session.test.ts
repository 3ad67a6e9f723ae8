import { expect, it } from 'vitest';
import { instructionWords } from '../../../src/cli/chat/current-session.js';
import type { InstructionFile } from '../../../src/client/client-port.js';
import { verifies } from '../../requirements.js';

it('tells the instruction files by path, and which were cut, are untrusted or were not loaded', () => {
  verifies('core.chat.verbose-instructions', 'skills.instructions.bounded');
  const words = (...instructions: readonly InstructionFile[]) => instructionWords({ instructions });
  const unread: InstructionFile = { path: '/a/CODE.md', used: false, note: 'not loaded: it is no UTF-8 text' };
  expect(words()).toBe('No instruction files were loaded.');
  expect(words(unread)).toBe('No instruction files were loaded; /a/CODE.md (not loaded: it is no UTF-8 text)');
  const cut: InstructionFile = { path: '/a/AGENTS.md', used: true, note: 'cut, untrusted' };
  expect(words(cut, { path: '/a/b/CLAUDE.md\u001b', used: true })).toBe(
    '2 instruction files loaded: /a/AGENTS.md (cut, untrusted), /a/b/CLAUDE.md\\e',
  );
});

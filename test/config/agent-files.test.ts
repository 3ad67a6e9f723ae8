import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findAgentFiles } from '../../src/config/agent-files.js';
import { giveTrust, inspectTrust } from '../../src/config/trust.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { verifies } from '../requirements.js';

it('finds the files of the user, then those of a workspace that is trusted, as they were then', async () => {
  verifies('subagents.agent.files', 'subagents.agent.hostile');
  const home = mkdtempSync(join(tmpdir(), 'toolwright-agents-'));
  const workspace = mkdtempSync(join(tmpdir(), 'toolwright-agents-'));
  const paths = { managed: join(home, 'none'), user: join(home, 'toolwright', 'config.json') };
  mkdirSync(join(home, 'toolwright', 'agents'), { recursive: true });
  mkdirSync(join(workspace, '.toolwright', 'agents', 'below'), { recursive: true });
  writeFileSync(join(home, 'toolwright', 'agents', 'mine.md'), 'mine');
  writeFileSync(join(home, 'toolwright', 'agents', 'notes.txt'), 'no');
  const theirs = join(workspace, '.toolwright', 'agents', 'theirs.md');
  writeFileSync(theirs, 'theirs');
  writeFileSync(join(workspace, '.toolwright', 'agents', 'below', 'deep.md'), 'deep');
  symlinkSync('/etc/passwd', join(workspace, '.toolwright', 'agents', 'link.md'));
  const store = createMemoryStore();
  const untrusted = await inspectTrust(store, workspace);
  const texts = (files: readonly { readonly text: string }[]) => files.map(({ text }) => text);
  expect(texts(findAgentFiles(paths, untrusted))).toEqual(['mine']);
  if (untrusted.state !== 'untrusted') throw new Error(untrusted.state);
  const trusted = await giveTrust(store, untrusted);
  writeFileSync(theirs, 'changed since');
  // Where a link leads was not looked at: it is no agent.
  expect(texts(findAgentFiles(paths, trusted))).toEqual(['mine', '', 'theirs']);
  expect(texts(findAgentFiles(paths, await inspectTrust(store, workspace)))).toEqual(['mine']);
  expect(findAgentFiles({ ...paths, user: undefined }, undefined)).toEqual([]);
});

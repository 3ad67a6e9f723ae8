import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ChatRequestMessage,
  composeChatRequestMessages,
  TOOL_PROTOCOL_SYSTEM_PROMPT,
} from '../../../src/systems/yips/index.js';
import { verifies } from '../../requirements.js';
import { newFolder, play } from '../../session/open.js';
import { acts, chatOf, openAlone, openYips, tool } from './scene.js';

const said = (role: ChatRequestMessage['role'], content: string): ChatRequestMessage => ({ role, content });

async function firstRequest(workspace: string, openIt = openYips) {
  const session = await openIt(['Hello.'], { workspace });
  await play(session.send('hi'));
  return { request: chatOf(session.requests, 0), session };
}

describe('a request of Yips', () => {
  it('is the protocol prompt, CODE.md and the history', async () => {
    verifies('yips.request.order', 'yips.request.code-heading', 'yips.request.prompt-not-stored');
    const workspace = newFolder();
    const path = join(workspace, 'CODE.md');
    writeFileSync(path, 'Use tabs.\n');
    const session = await openYips([acts(tool('list_dir')), 'Done.', 'Bye.'], { workspace });
    const code = said('system', `# CODE.md from ${path}\n\nUse tabs.`);
    await play(session.send('look'));
    await play(session.send('thanks'));
    expect(chatOf(session.requests, 0)).toEqual(composeChatRequestMessages([said('user', 'look')], code));
    const last = chatOf(session.requests, 2);
    expect(last.slice(0, 3)).toEqual([said('system', TOOL_PROTOCOL_SYSTEM_PROMPT), code, said('user', 'look')]);
    expect(last.filter(({ content }) => content.includes('# Tool protocol'))).toHaveLength(1);
    expect(last.slice(-2)).toEqual([said('assistant', 'Done.'), said('user', 'thanks')]);
  });

  it('is the same with a person and without one', async () => {
    verifies('yips.request.same-builder');
    const workspace = newFolder();
    writeFileSync(join(workspace, 'CODE.md'), 'Same.');
    const { request } = await firstRequest(workspace);
    const { request: other } = await firstRequest(workspace, openAlone);
    expect(other).toEqual(request);
  });

  it('is composed of history and CODE.md alone', () => {
    verifies('yips.request.compose-pure');
    const history = Object.freeze([said('user', 'hi')]);
    const code = Object.freeze(said('system', 'code'));
    const prompt = said('system', TOOL_PROTOCOL_SYSTEM_PROMPT);
    expect(composeChatRequestMessages(history, code)).toEqual([prompt, code, ...history]);
    expect(composeChatRequestMessages(history, code)).toEqual(composeChatRequestMessages(history, code));
    expect(composeChatRequestMessages(history)).toEqual([prompt, ...history]);
    expect(composeChatRequestMessages(history, null)).toEqual([prompt, ...history]);
    expect(history).toEqual([said('user', 'hi')]);
  });

  it('tells what the document says of the protocol', () => {
    for (const words of [
      'exactly one fenced block',
      'yips-agent',
      'tool, skill or subagent',
      'Every action needs an id that no other action of the message has',
      '"Action results:"',
      'metadata.diffPreview',
      'apply_file_change',
      '"name":"run_command"',
      '"name":"virtual_terminal"',
    ])
      expect(TOOL_PROTOCOL_SYSTEM_PROMPT).toContain(words);
  });
});

describe('CODE.md', () => {
  it('is looked for in the workspace and upwards, and the first that is not blank wins', async () => {
    verifies('yips.request.code-lookup', 'yips.request.code-first-wins', 'yips.request.code-exact-name');
    const top = newFolder();
    const workspace = join(top, 'a', 'b');
    mkdirSync(workspace, { recursive: true });
    mkdirSync(join(workspace, '.git'));
    writeFileSync(join(top, 'CODE.md'), 'Top.');
    writeFileSync(join(workspace, 'CODE.md'), ' \n');
    writeFileSync(join(workspace, 'AGENTS.md'), 'Other.');
    writeFileSync(join(workspace, 'code.md'), 'Small.');
    const { request, session } = await firstRequest(workspace);
    expect(request[1]).toEqual(said('system', `# CODE.md from ${join(top, 'CODE.md')}\n\nTop.`));
    expect(request).toHaveLength(3);
    expect(session.instructions).toEqual([join(top, 'CODE.md')]);
    writeFileSync(join(top, 'a', 'CODE.md'), 'Nearer.');
    const nearer = await firstRequest(workspace);
    expect(nearer.request[1]?.content).toContain('Nearer.');
    expect(nearer.request.some(({ content }) => content.includes('Top.'))).toBe(false);
  });

  it('is cut at 24,000 characters, and says so', async () => {
    verifies('yips.request.code-limit');
    const workspace = newFolder();
    writeFileSync(join(workspace, 'CODE.md'), 'x'.repeat(30_000));
    const { request } = await firstRequest(workspace);
    expect(request[1]?.content).toMatch(/\n\nx{24000}\n\[cut at 24000 characters\]$/);
  });

  it('gives no message where there is none', async () => {
    verifies('yips.request.code-missing');
    const { request, session } = await firstRequest(newFolder());
    expect(request).toEqual(composeChatRequestMessages([said('user', 'hi')]));
    expect(session.instructionNotes.size).toBe(0);
  });
});

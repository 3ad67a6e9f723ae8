import { describe, expect, it } from 'vitest';
import type { FakeModelRounds } from '../../../src/testing/index.js';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { createScene, type Scene } from '../../support/scene.js';
import { openTerminal, type Terminal } from '../../support/tmux.js';

const missing = needs('tmux');

async function openChat(rounds: FakeModelRounds): Promise<{ scene: Scene; terminal: Terminal }> {
  const scene = await createScene(rounds);
  const command = [process.execPath, await builtCli(), ...scene.flags];
  return { scene, terminal: openTerminal({ command, cwd: scene.folder, env: { HOME: scene.folder } }) };
}

async function say(terminal: Terminal, text: string): Promise<void> {
  await terminal.sees(/^> $/m);
  terminal.type(text);
  terminal.press('Enter');
}

function enter(terminal: Terminal, text: string): void {
  terminal.type(text);
  terminal.press('Enter');
}

const said = (body: unknown): string[] =>
  (body as { messages: { role: string; content: unknown }[] }).messages
    .slice(1)
    .map(({ role, content }) => `${role}: ${String(content)}`);

describe.skipIf(missing)(
  `what is typed in a running turn${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    it('is queued, and taken in before the next request', async () => {
      verifies('turn-control.chat.steer');
      const { terminal, scene } = await openChat([
        { delayMs: 2000, text: 'The first answer.' },
        { delayMs: 500, text: 'The second answer.' },
      ]);
      await say(terminal, 'begin');
      enter(terminal, 'and be brief');
      await terminal.sees(/^\+ and be brief\n {2}queued: and be brief$/m);
      enter(terminal, '/exit');
      await terminal.sees('/exit waits for the end of the turn.');
      const shown = await terminal.sees('left with 0');
      expect(shown).toMatch(/The first answer\.\n(?:.*\n)*? {2}taken in: and be brief\n(?:.*\n)*?The second answer\./);
      expect(said(scene.server.requests[1]?.body)).toEqual([
        'user: begin',
        'assistant: The first answer.',
        'user: and be brief',
      ]);
      expect(scene.server.requests).toHaveLength(2);
    });

    it('waits for the next prompt where it was not entered, and never answers a question', async () => {
      verifies('turn-control.chat.steer');
      const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'one\n' } };
      const { terminal, scene } = await openChat([
        { delayMs: 1500, calls: [write] },
        { text: 'Left it.' },
        { text: 'Thanks.' },
      ]);
      await say(terminal, 'begin');
      terminal.type('yes');
      await terminal.sees(/^\+ yes$/m);
      await terminal.sees('n/r>');
      enter(terminal, 'n');
      await terminal.sees('Left it.');
      await terminal.sees(/^> yes$/m);
      terminal.press('Enter');
      await terminal.sees('Thanks.');
      expect(said(scene.server.requests[2]?.body).at(-1)).toBe('user: yes');
    });

    it('pauses the turn with /pause; Enter alone, or /resume, goes on', async () => {
      verifies('turn-control.chat.pause');
      const half = { text: 'first half, second half', chunks: 2, eachEvent: true } as const;
      const { terminal, scene } = await openChat([
        { ...half, faults: { hang: 'mid-stream' } },
        { ...half, faults: { hang: 'mid-stream' } },
        { text: 'The rest.' },
      ]);
      await say(terminal, 'begin');
      await terminal.sees('first half');
      enter(terminal, '/pause');
      const paused = await terminal.sees('Enter alone, or /resume, goes on.');
      expect(paused).toMatch(/^first half, ?\n\+ \/pause\n! Pausing; .*\n! Paused\./m);
      await terminal.sees(/^> $/m);
      terminal.press('Enter');
      await terminal.sees('first half', { times: 2 });
      enter(terminal, '/PAUSE');
      await terminal.sees('Enter alone, or /resume, goes on.', { times: 2 });
      await say(terminal, '/resume');
      await terminal.sees('The rest.');
      expect(said(scene.server.requests[2]?.body)[2]).toBe(
        'user: Your answer was interrupted here. Go on where it stops.',
      );
      await say(terminal, '/resume');
      await terminal.sees('There is nothing to go on with');
      await say(terminal, '/pause');
      await terminal.sees('No turn is running.');
    });

    it('is dropped with the turn by Ctrl+C', async () => {
      const { terminal, scene } = await openChat([
        { text: 'a b', chunks: 2, eachEvent: true, faults: { hang: 'mid-stream' } },
        { text: 'Next.' },
      ]);
      await say(terminal, 'begin');
      await terminal.sees(/^a/m);
      terminal.type('half a thought');
      await terminal.sees('+ half a thought');
      terminal.press('C-c');
      await terminal.sees('! Stopped.');
      await say(terminal, 'on');
      await terminal.sees('Next.');
      expect(said(scene.server.requests[1]?.body).at(-1)).toBe('user: on');
    });
  },
);

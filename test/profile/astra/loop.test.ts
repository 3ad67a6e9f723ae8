import { describe, expect, it } from 'vitest';
import { createAstraProfile } from '../../../src/profile/astra/astra-profile.js';
import { verifies } from '../../requirements.js';
import { bodies } from '../../session/open.js';
import { runHere } from '../../support/run-here.js';
import { block, openVault } from './vault.js';

const files = { 'a.md': 'a\n', 'b.md': 'b\n' };
const readA = block('read', { path: 'a.md' });
const readB = block('read', { path: 'b.md' });

describe('one call a message', () => {
  it('makes the last, and tells the person of those before it', async () => {
    verifies('astra.syntax.last-wins', 'astra.syntax.last-wins-reported');
    const vault = await openVault([`${readA}\n${readB}`, 'Done.'], { files });
    const { told, events } = await vault.ask();
    expect(told).toEqual(['b']);
    expect(bodies(events, 'message-problem')).toEqual([
      {
        round: 1,
        code: 'call-ignored',
        message:
          'Only the last call of a message is made, so these before it were not run: read. Write one call at a time.',
      },
    ]);
    expect(vault.last().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('takes a message with a broken last block for the answer, and makes none', async () => {
    verifies('astra.syntax.last-broken');
    const vault = await openVault([`${readA}\n<tool_call>{"name": "read", "arguments": {`], { files });
    const { told, end, problems } = await vault.ask();
    expect([told, end.reason, end.rounds]).toEqual([[], 'answered', 1]);
    expect(problems).toContain('call-rejected');
  });

  it('makes no call of a thought', async () => {
    verifies('astra.syntax.in-think');
    const vault = await openVault([`<think>\n\`\`\`xml\n${readA}\n\`\`\`\n${readB}\n</think>\nHello.`], { files });
    const { told, end, problems } = await vault.ask();
    expect([told, end.text, problems]).toEqual([[], 'Hello.', ['call-ignored']]);
  });

  it('makes a call that stands in a fence, and leaves no empty fence behind', async () => {
    verifies('astra.syntax.in-fence');
    const vault = await openVault([`Look:\n\`\`\`xml\n${readA}\n\`\`\``, `\`\`\`xml\n${readB}\n\`\`\``, 'Done.'], {
      files,
    });
    const { told, events } = await vault.ask();
    expect(told).toEqual(['a', 'b']);
    expect(bodies(events, 'model-answered').map(({ text }) => text)).toEqual(['Look:', '', 'Done.']);
    const { stdout } = await runHere(['explain', '--profile', 'astra'], {
      cwd: vault.workspace,
      input: `\`\`\`xml\n${readA}\n\`\`\``,
    });
    expect(stdout).toMatch(/Format {3}astra, as the profile astra reads it\n\nCall 1 {3}read a\.md/);
    expect(stdout).not.toContain('```');
  });

  it('makes one in backticks of its own, and none that a sentence quotes', async () => {
    verifies('astra.loop.done');
    const inline = readA.replaceAll('\n', '');
    for (const chunks of [1, 9, 80]) {
      const meant = await openVault([{ text: `Look:\n\`${inline}\``, chunks }, 'Done.'], { files });
      expect((await meant.ask()).told).toEqual(['a']);
      const text = `To read a note I write \`${inline}\` in a message.`;
      const quoting = await openVault([{ text, chunks }], { files });
      const { told, end, problems } = await quoting.ask();
      expect([told, end.reason, end.text, problems.length]).toEqual([[], 'answered', text, 1]);
      const both = await openVault([{ text: `${text}\n${readB}`, chunks }, 'Done.'], { files });
      expect((await both.ask()).told).toEqual(['b']);
    }
  });

  it('asks the model for exactly one block, where that is wanted', async () => {
    verifies('astra.syntax.feedback-one');
    const profile = createAstraProfile({ asksForOne: true });
    const vault = await openVault([`${readA}\n${readB}`, 'Done.'], { files, profile });
    await vault.ask();
    expect(vault.last().at(-1)).toMatchObject({ role: 'system', text: expect.stringContaining('one call at a time') });
    const broken = await openVault(['<tool_call>{"name": "read", </tool_call>', 'Sorry.'], { files, profile });
    expect(await broken.ask()).toMatchObject({ end: { text: 'Sorry.', rounds: 2 } });
  });
});

it('answers a call of an unknown tool, and goes on', async () => {
  verifies('astra.loop.unknown-tool', 'astra.errors.text');
  const vault = await openVault([block('reed', { path: 'a.md' }), readA, 'Done.'], { files });
  const { told, end } = await vault.ask();
  expect(told).toEqual([expect.stringMatching(/^ERROR: .*reed/), 'a']);
  expect(end).toMatchObject({ reason: 'answered', text: 'Done.', rounds: 3 });
});

it('ends with an answer that has no call', async () => {
  verifies('astra.loop.done');
  const vault = await openVault(['Hello.']);
  expect((await vault.ask()).end).toMatchObject({ reason: 'answered', text: 'Hello.', rounds: 1, calls: 0 });
});

it('ends as cancelled when it is aborted', async () => {
  verifies('astra.loop.abort');
  const vault = await openVault([{ text: 'Hello.', delayMs: 10_000 }]);
  const turn = vault.session.send('go');
  setTimeout(() => vault.session.cancel(), 20);
  expect((await turn.result).reason).toBe('cancelled');
});

it('waits for a person who is not there, and can be answered meanwhile', async () => {
  const vault = await openVault([block('write', { path: 'a.md', content: 'new' }), 'Done.'], { files, says: 'nobody' });
  const turn = vault.session.send('go');
  for await (const event of turn) {
    if (event.type === 'approval-requested') vault.session.answer(event.body.id, { choice: 'once' });
  }
  expect([(await turn.result).text, vault.read('a.md')]).toEqual(['Done.', 'new']);
});

it('reads numbers that came as text, and says so', async () => {
  const args = { path: 'a.md', startLine: '1', endLine: 1, newContent: 'x' };
  const vault = await openVault([block('line_edit', args), 'Done.'], { files });
  expect((await vault.ask()).told[0]).toMatch(/\[\/?startLine was text and was read as integer\]$/);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { askPerson, type Reply } from '../../../src/cli/chat/ask-person.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { toolwrightApproval } from '../../../src/profile/toolwright.js';
import { verifies } from '../../requirements.js';
import { type Approval, approvalQuestion } from '../view/approval-question.js';
import { type FakeTerminal, fakeTerminal } from './fake-terminal.js';

const offers = [
  { rules: ['write(src/a.ts)'], breadth: 'exact', also: [], examples: [] },
  { rules: ['write(src/**)'], breadth: 'wider', also: ['every file below src/'], examples: [] },
] as const;

function ask(
  over: Partial<Approval>,
  size: { readonly rows?: number; readonly columns?: number } = {},
): { readonly terminal: FakeTerminal; readonly reply: Promise<Reply>; withdraw(): void } {
  const terminal = fakeTerminal(size);
  const withdrawal = new AbortController();
  const reply = askPerson(approvalQuestion(over), {
    input: terminal.input,
    stdout: terminal.stdout,
    style: createStyle(false),
    workspace: '/w',
    approval: toolwrightApproval,
    grantDays: 30,
    signal: withdrawal.signal,
  });
  return { terminal, reply, withdraw: () => withdrawal.abort() };
}

const lines = (count: number): Partial<Approval> => ({
  preview: { kind: 'text', text: Array.from({ length: count }, (_, at) => `line ${at}`).join('\n') },
});

describe('a question that is longer than the screen', () => {
  it('is shown page by page, and is answered after its end', async () => {
    verifies('question.shown.pages');
    const { terminal, reply } = ask(lines(100), { rows: 40 });
    await terminal.sees('1-36 of 102 lines');
    expect(terminal.text()).not.toContain('line 36');
    expect(terminal.text()).not.toContain('[y] once');
    terminal.type('y\r');
    await terminal.sees('1-36 of 102 lines', 2);
    terminal.type('\r');
    await terminal.sees('37-72 of 102 lines');
    terminal.type(' \r');
    await terminal.sees('y/n/r>');
    expect(terminal.text()).toContain('line 99');
    terminal.type('y\r');
    expect(await reply).toEqual({ type: 'answer', answer: { choice: 'once' } });
  });

  it('says how many lines were skipped before it takes a yes', async () => {
    verifies('question.shown.pages');
    const { terminal, reply } = ask(lines(1000), { rows: 40 });
    await terminal.sees('1-36 of 1002 lines');
    terminal.type('q\r');
    await terminal.sees('y/n/r>');
    expect(terminal.text()).toContain('⚠ 964 of 1000 lines were skipped: a yes is for them too');
    expect(terminal.text()).toContain('medium: writes a.txt');
    terminal.type('n\r');
    expect(await reply).toEqual({ type: 'answer', answer: { choice: 'deny' } });
  });

  it('can be denied, stopped or withdrawn on every page', async () => {
    const denied = ask(lines(1000));
    await denied.terminal.sees('of 1002 lines');
    denied.terminal.type('n\r');
    expect(await denied.reply).toEqual({ type: 'answer', answer: { choice: 'deny' } });
    const stopped = ask(lines(1000));
    await stopped.terminal.sees('of 1002 lines');
    stopped.terminal.type('\u0003');
    expect(await stopped.reply).toEqual({ type: 'interrupt' });
    const gone = ask(lines(1000));
    await gone.terminal.sees('of 1002 lines');
    gone.withdraw();
    expect(await gone.reply).toEqual({ type: 'withdrawn' });
  });

  it('counts the rows of one long line as well', async () => {
    const { terminal, reply } = ask(
      { preview: { kind: 'text', text: `${'x'.repeat(5000)}END` } },
      { rows: 30, columns: 80 },
    );
    await terminal.sees('1-26 of 68 lines');
    expect(terminal.text()).not.toContain('END');
    terminal.type('\r');
    await terminal.sees('27-52 of 68 lines');
    terminal.type('\r');
    await terminal.sees('y/n/r>');
    expect(terminal.text()).toContain('END');
    terminal.type('n\r');
    await reply;
  });
});

describe('a lasting answer', () => {
  it('shows what else it would allow, takes a number and then a yes of its own', async () => {
    verifies('question.answer.lasting');
    const { terminal, reply } = ask({ offers });
    await terminal.sees('y/s/p/a/n/r>');
    terminal.type('s\r');
    await terminal.sees('which? 1/2/back>');
    expect(terminal.text()).toContain('until this program ends:');
    expect(terminal.text()).toContain('also allows every file below src/');
    terminal.type('y\r');
    await terminal.sees('which? 1/2/back>', 2);
    terminal.type('2\r');
    await terminal.sees('y/back>');
    terminal.type('\r');
    await terminal.sees('y/back>', 2);
    terminal.type('y\r');
    expect(await reply).toEqual({ type: 'answer', answer: { choice: 'session', rules: ['write(src/**)'] } });
  });

  it('breaks long rules and facts itself, so that none of their text stands at the left edge', async () => {
    verifies('question.shown.imitation');
    const long = `${'x'.repeat(90)}? May y run?`;
    const facts = [{ kind: 'write', target: long, where: 'workspace', known: true }] as const;
    const { terminal, reply } = ask(
      { facts, offers: [{ rules: [`write(${long})`], breadth: 'exact', also: [long], examples: [long] }] },
      { columns: 40 },
    );
    await terminal.sees('y/s/p/a/n/r>');
    terminal.type('f\r');
    await terminal.sees('y/s/p/a/n/r>', 2);
    terminal.type('s\r');
    await terminal.sees('y/back>');
    const shown = terminal.text().split(/\r?\n/);
    expect(shown.filter((line) => line.includes('x'.repeat(20))).every((line) => line.startsWith('  '))).toBe(true);
    expect(shown.filter((line) => line.length > 40)).toEqual([]);
    terminal.type('y\r');
    await reply;
  });

  it('can be gone back from', async () => {
    const { terminal, reply } = ask({ offers: offers.slice(0, 1) });
    await terminal.sees('y/s/p/a/n/r>');
    terminal.type('a\r');
    await terminal.sees('y/back>');
    expect(terminal.text()).toContain('in every folder you work in, for 30 days:');
    terminal.type('back\r');
    await terminal.sees('y/s/p/a/n/r>', 2);
    terminal.type('y\r');
    expect(await reply).toEqual({ type: 'answer', answer: { choice: 'once' } });
  });

  it('counts no key that was typed before what it would allow was drawn', async () => {
    verifies('question.answer.type-ahead');
    const { terminal, reply, withdraw } = ask({ offers: offers.slice(0, 1) });
    await terminal.sees('y/s/p/a/n/r>');
    terminal.type('s\ry\r');
    await terminal.sees('y/back>');
    await sleep(200);
    withdraw();
    expect(await reply).toEqual({ type: 'withdrawn' });
  });

  it('is not there when nothing is offered', async () => {
    verifies('question.answer.not-offered');
    const { terminal, reply } = ask({ withheld: 'rm takes away' });
    await terminal.sees('y/n/r>');
    terminal.type('s\r');
    await terminal.sees('Type y, n, r:');
    terminal.type('r\r');
    await terminal.sees('why>');
    terminal.type('not that one\r');
    expect(await reply).toEqual({ type: 'answer', answer: { choice: 'deny', reason: 'not that one' } });
  });
});

it('lists all facts when asked to', async () => {
  verifies('question.shown.facts');
  const facts = Array.from({ length: 20 }, (_, at) => ({
    kind: 'read' as const,
    target: `f${at}`,
    where: 'workspace' as const,
    known: true,
  }));
  const { terminal, reply } = ask({ facts });
  await terminal.sees('… and 8 more: f lists them all');
  await terminal.sees('y/n/r>');
  terminal.type('f\r');
  await terminal.sees('reads f19');
  await terminal.sees('y/n/r>', 2);
  terminal.type('n\r');
  await reply;
});

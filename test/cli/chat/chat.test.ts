import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FakeModelRounds } from '../../../src/testing/index.js';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { createScene, type Scene } from '../../support/scene.js';
import { openTerminal, type Terminal } from '../../support/tmux.js';

const missing = needs('tmux');
const writeA = { name: 'write_file', arguments: { path: 'a.txt', content: 'one\ntwo\n' } };
const echo: FakeModelRounds = (request) => ({ text: `You said ${JSON.stringify(lastMessage(request.body))}.` });

async function openChat(
  rounds: FakeModelRounds,
  options: { readonly args?: readonly string[]; readonly env?: Record<string, string>; readonly model?: boolean } = {},
): Promise<{ scene: Scene; terminal: Terminal }> {
  const scene = await createScene(rounds);
  const flags = options.model === false ? ['--store', scene.store] : scene.flags;
  const command = [process.execPath, await builtCli(), ...flags, ...(options.args ?? [])];
  const terminal = openTerminal({ command, cwd: scene.folder, env: { HOME: scene.folder, ...options.env } });
  return { scene, terminal };
}

async function say(terminal: Terminal, text: string): Promise<void> {
  await terminal.sees(/^> $/m);
  terminal.type(text);
  terminal.press('Enter');
}

function lastMessage(body: unknown): unknown {
  return (body as { messages: { content: unknown }[] }).messages.at(-1)?.content;
}

describe.skipIf(missing)(`the chat in a terminal${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  it('opens, says where it is, answers and leaves with /exit', async () => {
    verifies('core.chat.opens', 'core.chat.exit');
    const { terminal, scene } = await openChat(echo);
    const opened = await terminal.sees(/^> $/m);
    expect(opened).toMatch(
      /^Toolwright \d+\.\d+\.\d+ · custom\/fake · ~ · mode ask\nYou named it\. \/model chooses another\.\n\/help lists the commands/,
    );
    await say(terminal, 'hello');
    await terminal.sees('You said "hello".');
    await say(terminal, '/exit');
    const left = await terminal.sees('left with 0');
    const hint = /To go on with this session: toolwright (.*--session ses_\w+)\nleft with 0/.exec(left)?.[1] ?? '';
    expect(hint).toContain(`--base-url ${scene.server.url} --model fake --store ${scene.store} --session ses_`);
    const command = [process.execPath, await builtCli(), ...hint.split(' ')];
    const again = openTerminal({ command, cwd: scene.folder, env: { HOME: scene.folder } });
    expect(await again.sees('You said "hello".')).toContain('custom/fake');
  });

  it('shows an answer while it streams, and Ctrl+C stops it and keeps the session', async () => {
    verifies('core.chat.stream', 'core.chat.ctrl-c');
    const { terminal, scene } = await openChat([
      { text: 'first half, second half', chunks: 2, eachEvent: true, faults: { hang: 'mid-stream' } },
      { text: 'Still here.' },
    ]);
    await say(terminal, 'go');
    await terminal.sees('first half');
    terminal.press('C-c');
    await terminal.sees('! Stopped.');
    await say(terminal, 'are you there?');
    await terminal.sees('Still here.');
    expect(scene.server.requests[1]?.text).toContain('"go"');
  });

  it('shows each call on one line with the first line of its result', async () => {
    verifies('core.chat.call-line', 'core.chat.control-characters');
    const { terminal, scene } = await openChat([
      {
        calls: [
          { name: 'read_file', arguments: { path: 'notes.md' } },
          { name: 'read_file', arguments: { path: 'gone.md' } },
        ],
      },
      { text: 'It has \u001b[31m\u001b]0;owned\u0007 three lines.' },
    ]);
    writeFileSync(join(scene.folder, 'notes.md'), 'a\nb\nc\n');
    await say(terminal, 'read');
    const shown = await terminal.sees('three lines.');
    expect(shown).toMatch(/^• read_file notes\.md\n {2}⎿ notes\.md: 3 lines$/m);
    expect(shown).toMatch(/^• read_file gone\.md\n {2}⎿ error: .*gone\.md/m);
    expect(shown).toContain('It has \\e[31m\\e]0;owned\\a three lines.');
  });

  it('asks with the diff; only the named keys answer', async () => {
    verifies('core.chat.question-diff', 'core.chat.question-answer');
    const { terminal, scene } = await openChat([{ calls: [writeA] }, { text: 'Written.' }]);
    await say(terminal, 'write');
    const asked = await terminal.sees('n/r>');
    expect(asked).toMatch(
      /It would create a\.txt \(\+2 −0\)\n(?: {2}│ .*\n)+ {2}│ \+one\n {2}│ \+two\n {2}medium: writes a\.txt/,
    );
    expect(asked).toContain('[y] once  [s] this session  [p] this project  [a] always  [n] deny  [r] deny and say why');
    expect(terminal.text({ escapes: true })).toContain('\u001b[32m+one');
    terminal.press('Enter');
    await terminal.sees('n/r>', { times: 2 });
    terminal.type('maybe');
    terminal.press('Enter');
    await terminal.sees('n/r>', { times: 3 });
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(false);
    terminal.type('y');
    terminal.press('Enter');
    await terminal.sees('Written.');
    expect(readFileSync(join(scene.folder, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  it('asks with the command and its folder; n denies, r says why', async () => {
    verifies('core.chat.question-command', 'core.chat.question-answer');
    const command = { name: 'run_command', arguments: { command: 'touch made' } };
    const { terminal, scene } = await openChat([
      { calls: [command] },
      { text: 'Denied once.' },
      { calls: [command] },
      { text: 'Denied twice.' },
    ]);
    await say(terminal, 'touch');
    const asked = await terminal.sees('n/r>');
    expect(asked).toContain('│ $ touch made');
    expect(asked).toContain(`│ in ${scene.folder}`);
    expect(asked).toContain('medium');
    expect(asked).toMatch(/^ {2}sandboxed$/m);
    terminal.type('n');
    terminal.press('Enter');
    await terminal.sees('Denied once.');
    await say(terminal, 'again');
    await terminal.sees('n/r>', { times: 2 });
    terminal.type('r');
    terminal.press('Enter');
    await terminal.sees('why>');
    terminal.type('keep it clean');
    terminal.press('Enter');
    await terminal.sees('Denied twice.');
    expect(scene.server.requests.at(-1)?.text).toContain('keep it clean');
    expect(existsSync(join(scene.folder, 'made'))).toBe(false);
  });

  it('takes nothing typed before a question for an answer to it', async () => {
    const { terminal, scene } = await openChat([{ delayMs: 1200, calls: [writeA] }, { text: 'Over.' }]);
    await say(terminal, 'write');
    await sleep(300);
    terminal.type('y');
    terminal.press('Enter');
    await terminal.sees('n/r>');
    await sleep(300);
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(false);
    terminal.type('n');
    terminal.press('Enter');
    await terminal.sees('Over.');
    expect(lastMessage(scene.server.requests.at(-1)?.body)).toBe('y');
  });

  it('stops the turn by Ctrl+C at a question', async () => {
    const { terminal, scene } = await openChat([{ calls: [writeA] }, { text: 'Next.' }]);
    await say(terminal, 'write');
    await terminal.sees('n/r>');
    terminal.press('C-c');
    await terminal.sees('! Stopped.');
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(false);
    await say(terminal, 'on');
    await terminal.sees('Next.');
  });

  it('numbers the options of a question and takes a number or words', async () => {
    const colour = { question: 'Which colour?', options: ['red', 'blue'] };
    const ask = { name: 'ask_user', arguments: { questions: [colour] } };
    const { terminal, scene } = await openChat([{ calls: [ask] }, { calls: [ask] }, { text: 'Thanks.' }]);
    await say(terminal, 'ask me');
    expect(await terminal.sees('answer>')).toMatch(/│ Which colour\?\n {2}1\. red\n {2}2\. blue/);
    terminal.type('7');
    terminal.press('Enter');
    await terminal.sees('from 1 to 2');
    terminal.type('2');
    terminal.press('Enter');
    await terminal.sees('answer>', { times: 3 });
    terminal.type('something else');
    terminal.press('Enter');
    await terminal.sees('Thanks.');
    expect(scene.server.requests[1]?.text).toContain('blue');
    expect(lastMessage(scene.server.requests[2]?.body)).toContain('something else');
  });

  it('has line editing and history, without the answers to questions', async () => {
    verifies('core.chat.line-editing');
    const { terminal, scene } = await openChat((request, round) =>
      round === 0 ? { calls: [writeA] } : { text: `You said ${JSON.stringify(lastMessage(request.body))}.` },
    );
    await say(terminal, 'first');
    await terminal.sees('n/r>');
    terminal.type('n');
    terminal.press('Enter');
    await say(terminal, 'secnd');
    await terminal.sees('You said "secnd".');
    await terminal.sees(/^> $/m);
    terminal.press('Up');
    terminal.press('Left', 'Left');
    terminal.type('o');
    terminal.press('Enter');
    await terminal.sees('You said "second".');
    terminal.press('Up', 'Up', 'Up');
    await terminal.sees(/^> first$/m, { times: 2 });
    terminal.press('C-c');
    await say(terminal, 'last');
    await terminal.sees('You said "last".');
    expect(scene.server.requests).toHaveLength(5);
  });

  it('takes a paste of several lines as one message', async () => {
    verifies('core.chat.paste');
    const { terminal, scene } = await openChat(echo);
    await terminal.sees(/^> $/m);
    terminal.type('look: ');
    terminal.paste('one\n\ttwo\nthree');
    await terminal.sees('> look: one⏎⇥two⏎three');
    expect(scene.server.requests).toHaveLength(0);
    terminal.type('!');
    terminal.press('Enter');
    await terminal.sees('You said');
    expect(lastMessage(scene.server.requests[0]?.body)).toBe('look: one\n\ttwo\nthree!');
    terminal.paste(Array.from({ length: 400 }, (_, at) => `row number ${at}`).join('\n'));
    await terminal.sees(/\[pasted 1: 400 lines, [\d.]+ KB\]/);
    terminal.press('Enter');
    await terminal.sees('row number 399');
    expect(String(lastMessage(scene.server.requests[1]?.body)).split('\n')).toHaveLength(400);
  });

  it('clears a line by Ctrl+C, and leaves by Ctrl+C twice', async () => {
    verifies('core.chat.ctrl-c-twice');
    const { terminal, scene } = await openChat(echo);
    await terminal.sees(/^> $/m);
    terminal.type('half a thought');
    await terminal.sees('> half a thought');
    terminal.press('C-c');
    await terminal.sees(/^> $/m);
    terminal.press('C-c');
    await terminal.sees('Ctrl+C again leaves');
    await sleep(1700);
    terminal.press('C-c');
    await terminal.sees('Ctrl+C again leaves', { times: 2 });
    terminal.press('C-c');
    const left = await terminal.sees('left with 0');
    expect(left).not.toContain('--session');
    expect(scene.server.requests).toEqual([]);
  });

  it('leaves by Ctrl+C twice from a running turn and from a question', async () => {
    verifies('core.chat.ctrl-c-twice');
    const running = await openChat([{ text: 'a b', chunks: 2, eachEvent: true, faults: { hang: 'mid-stream' } }]);
    await say(running.terminal, 'go');
    await running.terminal.sees(/^a/m);
    running.terminal.press('C-c');
    await running.terminal.sees('! Stopped.');
    running.terminal.press('C-c');
    expect(await running.terminal.sees('left with 0')).not.toContain('Ctrl+C again');
    const asking = await openChat([{ calls: [writeA] }]);
    await say(asking.terminal, 'write');
    await asking.terminal.sees('n/r>');
    await sleep(400);
    asking.terminal.press('C-c', 'C-c');
    await asking.terminal.sees('left with 0');
  });

  it('leaves by Ctrl+D and gives the terminal back', async () => {
    verifies('core.chat.end-of-input');
    const { terminal } = await openChat(echo);
    await terminal.sees(/^> $/m);
    terminal.press('C-d');
    await terminal.sees('left with 0');
    // An echoing terminal shows what is typed.
    terminal.type('echoed');
    await terminal.sees('echoed');
  });
});

describe.skipIf(missing)('the commands of the chat', () => {
  it('are listed, and a wrong one suggests the nearest', async () => {
    verifies('core.chat.help', 'core.chat.unknown-command', 'core.chat.tools', 'catalog.list.chat');
    const { terminal } = await openChat(echo);
    await say(terminal, '/help');
    const help = await terminal.sees('Anything else is sent');
    for (const name of ['help', 'exit', 'new', 'sessions', 'tools', 'model', 'mode', 'verbose'])
      expect(help).toContain(`/${name}`);
    await say(terminal, '/sesions');
    await terminal.sees('There is no command /sesions. Did you mean /sessions?');
    await say(terminal, '/tools');
    await terminal.sees(/^read_file +builtin +FileSystem +sent +\d+ +Reads a text file/m);
    await terminal.sees(
      /6\s+definitions\s+go\s+with\s+each\s+request:\s+about\s+[\d,]+\s+tokens\.\s+All\s+\d+\s+would\s+be/,
    );
  });

  it('tell what the model knows from now on, when they are verbose', async () => {
    verifies('catalog.list.verbose');
    const { terminal } = await openChat([
      { calls: [{ name: 'tool_search', arguments: { tool: 'list_dir' } }] },
      { text: 'Found.' },
    ]);
    await say(terminal, '/verbose');
    await terminal.sees('Verbose is on.');
    await terminal.sees(/6\s+definitions\s+go\s+with\s+each\s+request/);
    await say(terminal, 'find it');
    await terminal.sees('known to the model from now on: list_dir');
  });

  it('start a new session, list them and go back to one', async () => {
    verifies('core.chat.new', 'core.chat.sessions');
    const { terminal, scene } = await openChat(echo);
    await say(terminal, 'the first topic');
    await terminal.sees('You said');
    await say(terminal, '/new');
    await terminal.sees('A new session.');
    await say(terminal, 'the second topic');
    await terminal.sees('You said "the second topic".');
    expect(scene.server.requests[1]?.text).not.toContain('the first topic');
    await say(terminal, '/sessions');
    const listed = await terminal.sees('/sessions ID goes on with one.');
    const id = /^(ses_\w+) .*the first topic$/m.exec(listed)?.[1] ?? '';
    await say(terminal, '/sessions nonsense');
    await terminal.sees('There is no session nonsense');
    await say(terminal, `/sessions ${id}`);
    await terminal.sees(`Going on with ${id}.`);
    await say(terminal, 'more of the first');
    await terminal.sees('You said "more of the first".');
    expect(scene.server.requests[2]?.text).toContain('the first topic');
  });

  it('show and change the mode', async () => {
    verifies('core.chat.mode');
    const { terminal, scene } = await openChat([{ calls: [writeA] }, { text: 'Written.' }]);
    await say(terminal, '/mode');
    await terminal.sees(/^\* ask /m);
    await say(terminal, '/mode edit');
    await terminal.sees('The mode is now edit');
    await say(terminal, 'write');
    await terminal.sees('Written.');
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(true);
    await say(terminal, '/mode planned');
    await terminal.sees('There is no mode planned');
  });

  it('choose a model for a chat that opened without one', async () => {
    verifies('core.chat.model');
    const { terminal, scene } = await openChat(echo, { model: false });
    await terminal.sees('The built-in guide answers');
    await say(terminal, 'where am I');
    await terminal.sees('get_working_directory says:');
    await say(terminal, '/new');
    await say(terminal, '/model fake http://127.0.0.1:1/v1 NO_SUCH_KEY');
    await terminal.sees('The variable NO_SUCH_KEY is not set');
    await say(terminal, `/model fake ${scene.server.url}`);
    await terminal.sees('The model is now custom/fake.');
    await say(terminal, 'hello!');
    await terminal.sees('You said "hello!".');
    await say(terminal, '/model other');
    await terminal.sees('The model is now custom/other.');
    await say(terminal, 'and you?');
    await terminal.sees('You said "and you?".');
    expect(scene.server.requests.map(({ body }) => (body as { model: string }).model)).toEqual(['fake', 'other']);
  });

  it('tell more when verbose, and which instructions were loaded', async () => {
    verifies('core.chat.verbose', 'core.chat.verbose-instructions');
    const scene = await createScene([
      { reasoning: 'thinking hard', calls: [{ name: 'get_working_directory', arguments: {} }] },
      { text: 'Here.' },
    ]);
    writeFileSync(join(scene.folder, 'AGENTS.md'), 'Be brief.\n');
    const command = [process.execPath, await builtCli(), ...scene.flags];
    const terminal = openTerminal({ command, cwd: scene.folder, env: { HOME: scene.folder } });
    await say(terminal, '/verbose');
    expect(await terminal.sees('Verbose is on.')).toContain(
      `1 instruction file loaded: ${join(scene.folder, 'AGENTS.md')}`,
    );
    await say(terminal, 'where?');
    const shown = await terminal.sees('1 call, answered');
    expect(shown).toContain('thinking hard');
    expect(shown).toMatch(/• get_working_directory \[call_1\]\n {2}⎿ .*\(ok, none, \d+ ms\)/);
    expect(shown).toMatch(/turn turn_\w+/);
    await say(terminal, '/new');
    await terminal.sees(/A new session\.\n1 instruction file loaded: /);
    await say(terminal, '/sessions last');
    await terminal.sees(/Going on with ses_\w+\.\n1 instruction file loaded: /);
  });

  it('go on with a parked question by Enter', async () => {
    const { terminal, scene } = await openChat([{ calls: [writeA] }, { text: 'Written.' }], {
      args: ['run', '--on-ask', 'park', 'write'],
    });
    await terminal.sees('left with 4');
    const command = [process.execPath, await builtCli(), ...scene.flags, '--session', 'last'];
    const chat = openTerminal({ command, cwd: scene.folder, env: { HOME: scene.folder } });
    await chat.sees('A question waits for you: press Enter to be asked.');
    chat.press('Enter');
    await chat.sees('n/r>');
    chat.type('y');
    chat.press('Enter');
    await chat.sees('Written.');
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(true);
  });
});

describe.skipIf(missing)('the chat on a dumb terminal', () => {
  it('works with plain lines, questions and Ctrl+C', async () => {
    verifies('core.chat.dumb-terminal');
    const { terminal, scene } = await openChat(
      [
        { calls: [writeA] },
        { text: 'Written.' },
        { text: 'a b', chunks: 2, eachEvent: true, faults: { hang: 'mid-stream' } },
      ],
      { env: { TERM: 'dumb' } },
    );
    await say(terminal, 'write');
    await terminal.sees('n/r>');
    terminal.type('y');
    terminal.press('Enter');
    await terminal.sees('Written.');
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(true);
    await say(terminal, 'slow');
    await sleep(500);
    terminal.press('C-c');
    await terminal.sees('! Stopped.');
    terminal.press('C-c');
    await terminal.sees('left with 0');
    expect(terminal.text({ escapes: true })).not.toContain('\u001b');
  });
});

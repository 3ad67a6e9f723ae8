import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { openChatSession } from '../../src/cli/chat/current-session.js';
import { createPlainInput } from '../../src/cli/chat/plain-input.js';
import { createScreen } from '../../src/cli/chat/screen.js';
import { runCli } from '../../src/cli/cli.js';
import { sessionLog } from '../../src/cli/session-log.js';
import { createStyle } from '../../src/cli/view/style.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { scriptedModel } from '../../src/testing/index.js';
import { fakeHost } from './fake-host.js';

it('writes warnings when they are wanted, and the rest when it is asked for', () => {
  const logged = (debug: boolean, warns: boolean): string[] => {
    const lines: string[] = [];
    const log = sessionLog({ debug, warns: () => warns, write: (line) => lines.push(line) });
    log.warn('odd\u001b[2J\nthing');
    log.debug('detail');
    return lines;
  };
  expect(logged(false, false)).toEqual([]);
  expect(logged(false, true)).toEqual(['warning: odd\\e[2J\\nthing']);
  expect(logged(true, false)).toEqual(['warning: odd\\e[2J\\nthing', 'debug: detail']);
});

it('shows the warnings of a session in the chat as soon as it is verbose', async () => {
  const { host, written } = fakeHost({ cwd: tmpdir() });
  const chat = {
    host,
    store: createMemoryStore(),
    config: {
      values: {},
      origins: new Map(),
      rules: [],
      paths: { managed: '', user: undefined },
      problems: [],
      warnings: [],
      layers: [],
    },
    input: createPlainInput(host),
    choice: { spec: undefined, how: 'flag' as const, why: '' },
    images: [],
    typedAhead: [],
    flags: {},
    model: scriptedModel([{ text: 'one' }, { text: 'two' }]),
    givenFolder: undefined,
    givenStore: undefined,
    folder: tmpdir(),
    style: createStyle(true),
    screen: createScreen(host),
    mode: undefined,
    settings: { rules: [], ownFiles: [] },
    said: false,
    resumable: false,
    verbose: false,
    unseen: [] as readonly string[],
    interruptedAt: Number.NEGATIVE_INFINITY,
    inTurn: false,
    leaving: false,
    profileOf: async () => undefined,
  };
  const session = await openChatSession(chat, undefined);
  session.on(({ type }) => {
    if (type === 'turn-ended') throw new Error('listening is hard');
  });
  await session.send('hi').result;
  expect(written.stdout).toBe('');
  expect(chat.unseen).toEqual(['warning: a listener threw: listening is hard']);
  chat.verbose = true;
  await session.send('hi again').result;
  expect(written.stdout).toBe('\u001b[2m  warning: a listener threw: listening is hard\u001b[22m\n');
  await session.close();
});

it('shows the warnings of a session on stderr in run', async () => {
  const stdout = Object.assign(new Writable(), {
    write: () => {
      throw new Error('no paper');
    },
  });
  const { host, written } = fakeHost({ cwd: tmpdir(), stdout });
  await runCli(['run', '--model', 'guide', '--store', 'memory', '--json', 'hello'], host);
  expect(written.stderr).toContain('toolwright: warning: a listener threw: no paper\n');
});

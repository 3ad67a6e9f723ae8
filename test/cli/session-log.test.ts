import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createChatLog } from '../../src/cli/chat/chat-log.js';
import { createScreen } from '../../src/cli/chat/screen.js';
import { runCli } from '../../src/cli/cli.js';
import { sessionLog } from '../../src/cli/session-log.js';
import { createStyle } from '../../src/cli/view/style.js';
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

it('keeps the warnings of a chat until it is verbose, and shows those that come then', () => {
  const { host, written } = fakeHost({ cwd: tmpdir() });
  const log = createChatLog({ screen: createScreen(host), style: createStyle(true), env: host.env });
  log.port.warn('one');
  log.port.debug('detail');
  expect([written.stdout, log.takeUnseen(), log.takeUnseen()]).toEqual(['', ['warning: one'], []]);
  log.verbose = true;
  log.port.warn('two');
  expect([written.stdout, log.takeUnseen()]).toEqual(['\u001b[2m  warning: two\u001b[22m\n', []]);
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

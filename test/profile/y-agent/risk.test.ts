import { expect, it } from 'vitest';
import { capabilitiesOf, type YAgentCapabilities } from '../../../src/profile/y-agent/y-agent-risk.js';
import { call, command, makePlaces, move, net, read, remove, write } from '../../policy/vocabulary/call.js';
import { verifies } from '../../requirements.js';

makePlaces();

const needs = (more: Partial<YAgentCapabilities> = {}): YAgentCapabilities => ({
  network: 'none',
  filesystem: [],
  container: false,
  process: { shell: false, background: false },
  ...more,
});

it.each([
  ['FileRead', [read('a')], needs()],
  ['FileWrite', [write('a')], needs({ filesystem: [{ mutation: 'create_or_modify', path: 'a' }] })],
  ['FileDelete', [remove('a')], needs({ filesystem: [{ mutation: 'delete', path: 'a' }] })],
  [
    'FileMove',
    [move('a'), write('b')],
    needs({
      filesystem: [
        { mutation: 'move', path: 'a' },
        { mutation: 'create_or_modify', path: 'b' },
      ],
    }),
  ],
  ['WebFetch', [net('https://example.org/x')], needs({ network: 'external' })],
  ['WebFetch', [net('example.org:443')], needs({ network: 'external' })],
  ['WebFetch', [net('http://127.0.0.1:8080/x')], needs({ network: 'internal' })],
  ['WebFetch', [net('http://192.168.0.7/')], needs({ network: 'internal' })],
  ['WebFetch', [net('http://127.0.0.1/'), net('https://example.org')], needs({ network: 'external' })],
  ['WebFetch', [net('$HOST', { known: false })], needs({ network: 'full' })],
  ['ToolSearch', [], needs()],
])('%s %j needs', (name, facts, expected) => {
  verifies('y-agent.definition.capability-kinds');
  expect(capabilitiesOf(call(name, facts))).toEqual(expected);
});

it('a command needs a shell, and what it does', async () => {
  verifies('y-agent.definition.capability-kinds');
  const shell = { shell: true, background: false };
  expect(capabilitiesOf(call('ShellExec', await command('cat a.txt')))).toEqual(needs({ process: shell }));
  expect(capabilitiesOf(call('ShellExec', await command('npm test'), { args: { action: 'start' } }))).toEqual(
    needs({ process: { shell: true, background: true } }),
  );
  expect(capabilitiesOf(call('ShellExec', await command('docker ps'))).container).toBe(true);
});

import { expect, it } from 'vitest';
import { createSeedPolicy } from '../../../src/profile/seed/seed-vocabulary.js';
import { createYAgentPolicy } from '../../../src/profile/y-agent/y-agent-vocabulary.js';
import { createYipsPolicy } from '../../../src/profile/yips/yips-vocabulary.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { bodies, open, play, results } from '../../session/open.js';
import { command, makePlaces, places, write } from './call.js';

makePlaces();

/** A tool that counts its runs. */
function counted(name: string, facts: readonly Fact[]) {
  const ran: string[] = [];
  const tool = defineTool({
    name,
    description: 'counts',
    parameters: { type: 'object', properties: {} },
    effects: 'outside',
    plan: () => ({ facts, preview: { kind: 'arguments' } }),
    run() {
      ran.push(name);
      return 'done';
    },
  });
  return { tool, ran };
}

const once = (name: string) => [{ calls: [{ name, arguments: {} }] }, { text: 'ok' }];

it('answers a call that Yips denies with denied, and does not run it', async () => {
  const { tool, ran } = counted('run_command', await command('rm -rf /srv/x'));
  const session = await open(once('run_command'), { tools: [tool], policy: createYipsPolicy({ places }) });
  const { events } = await play(session.send('go'));
  expect(ran).toEqual([]);
  expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['denied']);
  expect(results(events)[0]).toMatchObject({
    error_type: 'permission_denied',
    error_message: expect.stringContaining('denied by the risk policy: it is destructive, it leaves the working zone'),
  });
});

it('holds the risk boundary of Seed on the road itself, with no screen at all', async () => {
  verifies('seed.risk.boundary');
  const { tool, ran } = counted('runCommand', await command('npm test'));
  const policy = createSeedPolicy({ places, mode: () => 'autorun_all' });
  const session = await open(once('runCommand'), { tools: [tool], policy });
  const { events } = await play(session.send('go'));
  expect(ran).toEqual([]);
  expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['denied']);
  const edit = counted('editFile', [write('private/t1/a')]);
  const other = await open(once('editFile'), { tools: [edit.tool], policy });
  await play(other.send('go'));
  expect(edit.ran).toEqual(['editFile']);
});

it('records what y-agent notifies of, and runs it', async () => {
  verifies('y-agent.permission.notify');
  const { tool, ran } = counted('FileWrite', [write('a')]);
  const policy = createYAgentPolicy({ places, overrides: { FileWrite: 'notify' } });
  const session = await open(once('FileWrite'), { tools: [tool], policy });
  const { events } = await play(session.send('go'));
  expect(ran).toEqual(['FileWrite']);
  expect(bodies(events, 'call-decided')).toMatchObject([
    { verdict: 'notify', reasons: ['FileWrite is set to notify'] },
  ]);
});

import { expect, it } from 'vitest';
import { analyseCommand } from '../../../src/policy/shell/analyse-command.js';
import { createCommandContext } from '../../../src/policy/shell/create-command-context.js';

const read = { kind: 'read', where: 'workspace', known: true, by: 0 };

it('names places in the workspace from its root on, also where that is the root of all', async () => {
  const context = createCommandContext({ root: '/', cwd: '/etc', home: '/root', env: { PATH: '/bin' } });
  const facts = await analyseCommand('cat passwd /etc/group /', context);
  expect(facts.filter(({ kind }) => kind === 'read')).toEqual([
    { ...read, target: 'etc/passwd' },
    { ...read, target: 'etc/group' },
    { ...read, target: '.' },
  ]);
});

import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionOptions } from '../../../src/session/options.js';
import {
  createSeedProfile,
  fromSeedTool,
  type SeedServer,
  type SeedTool,
  seedModes,
  seedProfile,
} from '../../../src/systems/seed/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { type RequirementId, verifies } from '../../requirements.js';
import { newFolder, play } from '../../session/open.js';
import { openSeed, put } from './seed-scene.js';

/** What a session decides about a call in each of the three modes. */
async function verdicts(name: string, args: object, options: Partial<SessionOptions> = {}): Promise<readonly string[]> {
  const workspace = realpathSync(newFolder());
  put(join(workspace, 'public/there.txt'), 'x\n');
  const { session } = await openSeed([], { ...options, workspace });
  const found: string[] = [];
  for (const mode of seedModes) {
    await session.setRiskMode(mode);
    const preview = await session.previewCall(name, args);
    found.push(preview.type === 'decided' ? preview.decision.verdict : preview.message);
  }
  return found;
}

const edit = (path: string) => ({ path, oldString: '', newString: 'x' });
const always = ['allow', 'allow', 'allow'];
const never = ['ask', 'ask', 'ask'];
const onlyNone = ['allow', 'allow', 'ask'];
const ofPublic = ['allow', 'ask', 'ask'];

const cases: readonly (readonly [RequirementId, string, object, readonly string[]])[] = [
  ['seed.risk.edit-none', 'editFile', edit('private:/a'), onlyNone],
  ['seed.risk.edit-none', 'editFile', edit('public:/a'), ofPublic],
  ['seed.risk.edit-all', 'editFile', edit('public:/b'), ofPublic],
  ['seed.risk.edit-public', 'editFile', edit('public:/deep/c'), ofPublic],
  ['seed.risk.edit-public', 'editFile', { path: 'public:/there.txt', oldString: 'x', newString: 'y' }, ofPublic],
  ['seed.risk.edit-unscoped', 'editFile', edit('a'), onlyNone],
  ['seed.risk.edit-unscoped', 'editFile', edit('/public/a'), onlyNone],
  ['seed.risk.command-enforced', 'runCommand', { command: 'true' }, never],
  ['seed.risk.command-enforced', 'runCommand', { command: 'ls', cwd: 'public:/', isBackground: true }, never],
  ['seed.risk.reads-safe', 'readFile', { path: 'public:/there.txt' }, always],
  ['seed.risk.reads-safe', 'listFiles', { path: 'public:/' }, always],
  ['seed.risk.reads-safe', 'glob', { pattern: 'public:/**' }, always],
  ['seed.risk.reads-safe', 'grep', { pattern: 'x', path: 'public:/' }, always],
  ['seed.risk.reads-safe', 'todoUpdate', { todos: [{ content: 'a' }] }, always],
  ['seed.subtasks.safe', 'createSubtasks', { tasks: [{ agentId: 'chat', title: 'a' }] }, always],
  ['seed.subtasks.safe', 'listSubtask', {}, always],
];

describe('the risk of a call in a session, in autorun_all, autorun_no_public and autorun_none', () => {
  it.each(cases)('%s: %s %j', async (id, name, args, expected) => {
    verifies(id);
    expect(await verdicts(name, args)).toEqual(expected);
  });

  it('takes a path that is no string for public, and does not run it', async () => {
    verifies('seed.risk.edit-not-string');
    const context = { places: { root: '/w', home: '/h', own: [] }, rules: [], sessionId: 't', attended: true };
    const judge = (path: unknown) =>
      seedProfile
        .vocabulary?.({ ...context, riskMode: () => undefined, readHome: () => undefined, warn: () => {} })
        .judge({ tool: { name: 'editFile' }, facts: [], args: { path } } as never)
        .map(({ verdict }) => verdict);
    expect([judge(7), judge(null), judge(['a']), judge('a')]).toEqual([['ask'], ['ask'], ['ask'], []]);
    for (const refused of await verdicts('editFile', { ...edit(''), path: ['a'] })) expect(refused).toContain('path');
  });

  it('is that of the config for MCP tools: risky unless their server, or the tool of it, is said to be safe', async () => {
    verifies('seed.risk.mcp-risk');
    const servers: Readonly<Record<string, SeedServer>> = { docs: { risk: 'safe' }, mail: { safeTools: ['list'] } };
    const names = ['mcp__docs__find', 'mcp__mail__list', 'mcp__mail__send', 'mcp__other__find'];
    const tools = names.map((name) => ({
      ...defineTool({
        name: 'any',
        description: 'of a server',
        parameters: { type: 'object' },
        effects: 'none',
        run: () => 'x',
      }),
      name,
      source: 'mcp' as const,
    }));
    const found = await Promise.all(
      names.map((name) => verdicts(name, {}, { tools, profile: createSeedProfile({ servers }) })),
    );
    expect(found).toEqual([always, always, never, never]);
    expect(await verdicts('mcp__docs__find', {}, { tools })).toEqual(never);
  });
});

describe('the boundary', () => {
  const risky: SeedTool = {
    name: 'launch',
    description: 'launches',
    parameters: { type: 'object', properties: {} },
    group: 'exec',
    riskLevel: () => 'risky',
    execute: () => {
      throw new Error('It ran.');
    },
  };

  it('holds where no screen is: a call of a program is asked about, and denied or parked without an answer', async () => {
    verifies('seed.risk.boundary');
    const { session, workspace } = await openSeed([], { onAsk: 'deny', tools: [fromSeedTool(risky)] });
    for (const [name, args] of [
      ['editFile', edit('public:/a')],
      ['runCommand', { command: 'touch ran', cwd: 'public:/' }],
      ['launch', {}],
    ] as const)
      expect((await session.call(name, args).settlement)?.outcome).toBe('denied');
    const parked = await openSeed([{ calls: [{ name: 'launch', arguments: {} }] }], {
      onAsk: 'park',
      tools: [fromSeedTool(risky)],
    });
    expect((await play(parked.session.send('go'))).end.reason).toBe('parked');
    expect(['a', 'ran'].map((name) => existsSync(join(workspace, 'public', name)))).toEqual([false, false]);
  });
});

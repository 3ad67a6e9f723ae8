import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RuleText } from '../../../src/policy/rule/rule.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { type YAgentPermissions, yAgentProfileWith } from '../../../src/systems/y-agent/index.js';
import { rules } from '../../policy/vocabulary/call.js';
import { type RequirementId, verifies } from '../../requirements.js';
import { bodies, newFolder } from '../../session/open.js';
import { called, runY } from './open-y.js';

const path = { path: 'a.txt' };
const read = called('FileRead', path);
const write = called('FileWrite', { ...path, content: 'b' });
const remove = called('FileDelete', path);
const shell = (command: string) => called('ShellExec', { command });

type Calls = readonly ReturnType<typeof called>[];

/** The verdicts on calls in a session with these permissions; nothing is run that is asked about. */
async function verdicts(calls: Calls, permissions: YAgentPermissions, options: Parameters<typeof runY>[1] = {}) {
  const workspace = newFolder();
  writeFileSync(join(workspace, 'a.txt'), 'a');
  writeFileSync(join(workspace, 'other.md'), 'b');
  const { events, told } = await runY(calls, {
    workspace,
    profile: yAgentProfileWith(permissions),
    onQuestion: () => ({ choice: 'deny' }),
    process: createBareProcesses({ env: { PATH: process.env['PATH'] } }),
    sandbox: 'off',
    ...options,
  });
  return { verdicts: bodies(events, 'call-decided').map(({ verdict }) => verdict), told };
}

const user = (...texts: readonly RuleText[]) => ({ rulesBySource: { user: rules(...texts) } });
const mode = (name: ReturnType<NonNullable<YAgentPermissions['mode']>>) => ({ mode: () => name });
const trusted = { allowedTools: ['FileDelete'] };

type Row = readonly [
  says: string,
  ids: readonly RequirementId[],
  permissions: YAgentPermissions,
  calls: Calls,
  verdicts: string,
];

/** What changes a file is told at least: the model wrote what is in it. */
const table: readonly Row[] = [
  ['the default allows', ['y-agent.permission.levels'], {}, [read, write], 'allow notify'],
  ['a default of ask asks', ['y-agent.permission.levels'], { defaultPermission: 'ask' }, [read, write], 'allow ask'],
  [
    'a default of deny denies',
    ['y-agent.permission.levels'],
    { defaultPermission: 'deny' },
    [read, write],
    'deny deny',
  ],
  [
    'notify runs',
    ['y-agent.permission.levels', 'y-agent.permission.notify'],
    user({ notify: 'FileRead' }),
    [read],
    'notify',
  ],
  ['danger asks', ['y-agent.permission.dangerous-asks'], {}, [remove, shell('echo one')], 'ask ask'],
  [
    'an override beats danger',
    ['y-agent.permission.override'],
    { overrides: { FileDelete: 'allow' } },
    [remove],
    'notify',
  ],
  ['an override of deny denies', ['y-agent.permission.override'], { overrides: { FileRead: 'deny' } }, [read], 'deny'],
  [
    'danger beats the default',
    ['y-agent.permission.override'],
    { defaultPermission: 'notify' },
    [remove, write],
    'ask notify',
  ],
  ['danger may ask nothing', ['y-agent.permission.override'], { dangerousAutoAsk: false }, [remove], 'notify'],
  [
    'an override beats the default',
    ['y-agent.permission.override'],
    { defaultPermission: 'deny', overrides: { FileRead: 'allow' } },
    [read],
    'allow',
  ],
  [
    'a deny rule beats a mode',
    ['y-agent.permission.order'],
    { ...mode('BypassPermissions'), ...user({ deny: 'FileWrite' }) },
    [write],
    'deny',
  ],
  [
    'a deny rule beats an allow rule',
    ['y-agent.permission.order'],
    user({ allow: 'FileWrite(a.txt)' }, { deny: 'FileWrite' }),
    [write],
    'deny',
  ],
  [
    'a denied tool beats an allow rule',
    ['y-agent.permission.order'],
    { ...user({ allow: 'FileWrite' }), overrides: { FileWrite: 'deny' } },
    [write],
    'deny',
  ],
  [
    'a mode beats an allow rule',
    ['y-agent.permission.order'],
    { ...mode('Plan'), ...user({ allow: 'FileWrite' }) },
    [write],
    'ask',
  ],
  [
    'a mode beats an ask rule',
    ['y-agent.permission.order'],
    { ...mode('BypassPermissions'), ...user({ ask: 'FileWrite' }) },
    [write],
    'notify',
  ],
  [
    'an allow rule beats danger',
    ['y-agent.permission.order'],
    user({ allow: 'ShellExec(echo one)' }),
    [shell('echo one')],
    'notify',
  ],
  [
    'an allow rule beats the default',
    ['y-agent.permission.order'],
    { ...user({ allow: 'FileWrite' }), defaultPermission: 'ask' },
    [write],
    'notify',
  ],
  [
    'an allow rule that is more specific beats an ask rule',
    ['y-agent.permission.specific-allow'],
    user({ ask: 'ShellExec' }, { allow: 'ShellExec(echo one)' }),
    [shell('echo one')],
    'notify',
  ],
  [
    'an allow rule that is less specific does not',
    ['y-agent.permission.specific-allow'],
    user({ ask: 'ShellExec(echo one)' }, { allow: 'ShellExec' }),
    [shell('echo one')],
    'ask',
  ],
  [
    'nor one that is as specific',
    ['y-agent.permission.specific-allow'],
    user({ ask: 'ShellExec' }, { allow: 'ShellExec' }),
    [shell('echo one')],
    'ask',
  ],
  [
    'the session comes before the command line',
    ['y-agent.permission.rule-sources'],
    { rulesBySource: { session: rules({ allow: 'ShellExec' }), cli: rules({ ask: 'ShellExec' }) } },
    [shell('echo one')],
    'notify',
  ],
  [
    'the command line comes before the user',
    ['y-agent.permission.rule-sources'],
    { rulesBySource: { cli: rules({ allow: 'ShellExec' }), user: rules({ ask: 'ShellExec' }) } },
    [shell('echo one')],
    'notify',
  ],
  [
    'the project comes before the agent',
    ['y-agent.permission.rule-sources'],
    { rulesBySource: { project: rules({ allow: 'ShellExec' }), agent: rules({ ask: 'ShellExec' }) } },
    [shell('echo one')],
    'notify',
  ],
  [
    'the user comes before the agent',
    ['y-agent.permission.rule-sources'],
    { rulesBySource: { user: rules({ allow: 'ShellExec' }), agent: rules({ ask: 'ShellExec' }) } },
    [shell('echo one')],
    'notify',
  ],
  [
    'the agent does not come before the project',
    ['y-agent.permission.rule-sources'],
    { rulesBySource: { agent: rules({ allow: 'ShellExec' }), project: rules({ ask: 'ShellExec' }) } },
    [shell('echo one')],
    'ask',
  ],
  [
    'the project lifts nothing of the user',
    ['y-agent.permission.rule-sources'],
    { rulesBySource: { project: rules({ allow: 'ShellExec(echo one)' }), user: rules({ ask: 'ShellExec' }) } },
    [shell('echo one')],
    'ask',
  ],
  ['a tool of the agent runs unasked', ['y-agent.permission.builtin-trust'], trusted, [remove], 'notify'],
  [
    'but not past an ask rule',
    ['y-agent.permission.builtin-trust'],
    { ...trusted, ...user({ ask: 'FileDelete' }) },
    [remove],
    'ask',
  ],
  [
    'mode Default goes by the rules',
    ['y-agent.permission.mode-default'],
    mode('Default'),
    [read, write, remove],
    'allow notify ask',
  ],
  [
    'mode BypassPermissions allows',
    ['y-agent.permission.mode-bypass'],
    mode('BypassPermissions'),
    [read, write, remove, shell('echo one')],
    'allow notify notify notify',
  ],
  [
    'mode Plan asks for all but reads',
    ['y-agent.permission.mode-plan'],
    mode('Plan'),
    [read, write, remove],
    'allow ask ask',
  ],
  [
    'mode AcceptEdits allows edits, not removals',
    ['y-agent.permission.mode-accept-edits'],
    { ...mode('AcceptEdits'), defaultPermission: 'ask' },
    [write, called('FileEdit', { file_path: 'a.txt', old_string: 'b', new_string: 'c' }), remove],
    'notify notify ask',
  ],
  [
    'mode DontAsk denies in place of asking',
    ['y-agent.permission.mode-dont-ask'],
    mode('DontAsk'),
    [read, write, remove, called('FileWrite', { path: '.git/config', content: '' })],
    'allow notify deny deny',
  ],
  [
    'FullAccess allows in place of asking',
    ['y-agent.permission.full-access'],
    { fullAccess: () => true },
    [remove, shell('echo one')],
    'notify notify',
  ],
  [
    'FullAccess allows nothing that is denied',
    ['y-agent.permission.full-access'],
    { fullAccess: () => true, overrides: { FileDelete: 'deny' } },
    [remove],
    'deny',
  ],
  ['a rule is a tool', ['y-agent.permission.rule-syntax'], user({ deny: 'FileRead' }), [read], 'deny'],
  ['a rule has a star', ['y-agent.permission.rule-syntax'], user({ deny: 'FileRead(*)' }), [read], 'deny'],
  [
    'a rule has a prefix',
    ['y-agent.permission.rule-syntax'],
    user({ deny: 'ShellExec(echo:*)' }),
    [shell('echo one'), shell('cat a.txt')],
    'deny ask',
  ],
  ['a rule is exact', ['y-agent.permission.rule-syntax'], user({ deny: 'FileRead(b.txt)' }), [read], 'allow'],
  [
    'a pattern is about a path',
    ['y-agent.permission.rule-target'],
    user({ deny: 'FileRead(*.txt)' }),
    [read, called('FileRead', { path: 'other.md' })],
    'deny allow',
  ],
  [
    'a pattern is about a command',
    ['y-agent.permission.rule-target'],
    user({ deny: 'ShellExec(echo one)' }),
    [shell('echo one'), shell('echo one a')],
    'deny ask',
  ],
  [
    'a pattern is about a url',
    ['y-agent.permission.rule-target'],
    user({ deny: 'WebFetch(127.0.0.1:9)' }),
    [called('WebFetch', { url: 'http://127.0.0.1:9/x' })],
    'deny',
  ],
  [
    'of several prefixes the strictest counts',
    ['y-agent.permission.exec-prefix'],
    user({ allow: 'ShellExec(echo:*)' }, { deny: 'ShellExec(echo two:*)' }),
    [shell('echo one'), shell('echo two')],
    'notify deny',
  ],
  [
    'a prefix allows simple commands alone',
    ['y-agent.permission.exec-simple'],
    user({ allow: 'ShellExec(echo one:*)' }),
    [
      shell('echo one'),
      shell('echo one | tee a.txt'),
      shell('echo one > out.txt'),
      shell('echo one; echo two'),
      shell('echo one $(cat a.txt)'),
    ],
    'notify ask ask ask ask',
  ],
];

describe('permissions of a session', () => {
  it.each(table)('%s', async (_says, ids, permissions, calls, expected) => {
    verifies(...ids);
    expect((await verdicts(calls, permissions)).verdicts.join(' ')).toBe(expected);
  });
});

it('scores a risk by danger, category and capabilities, and asks from 0.7 on', async () => {
  verifies('y-agent.permission.risk-score');
  // A command has 0.4 for danger and 0.3 for the shell; a removal of a file 0.4, 0.1 for files and 0.1 for the change.
  const quiet = { dangerousAutoAsk: false };
  expect((await verdicts([shell('echo one'), remove], quiet)).verdicts).toEqual(['ask', 'notify']);
  const { told } = await verdicts([shell('echo one')], quiet, { onAsk: 'deny', onQuestion: undefined as never });
  expect(told[0]).toMatchObject({ code: 'permission_denied' });
});

it('goes by what the config allows, as of the user or of the project', async () => {
  verifies('y-agent.permission.rule-sources', 'y-agent.permission.rule-syntax');
  const from = (layer: 'user' | 'workspace') =>
    parseRuleList([{ allow: 'exec(echo one)' }], { layer, file: 'config.json', line: 1 }).rules;
  const test = [shell('echo one'), shell('echo two')];
  const plain = { profile: 'y-agent' } as const;
  for (const layer of ['user', 'workspace'] as const)
    expect((await verdicts(test, {}, { ...plain, rules: from(layer) })).verdicts).toEqual(['notify', 'ask']);
  const asked = { profile: yAgentProfileWith(user({ ask: 'ShellExec' })) };
  expect((await verdicts(test, {}, { ...asked, rules: from('user') })).verdicts).toEqual(['notify', 'ask']);
  expect((await verdicts(test, {}, { ...asked, rules: from('workspace') })).verdicts).toEqual(['ask', 'ask']);
});

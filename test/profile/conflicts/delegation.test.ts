import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSkills } from '../../../src/extend/skill/skills.js';
import type { ScriptedRound } from '../../../src/model/provider/scripted.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { createSkillScene, writeSkill } from '../../extend/skill/skill-scene.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { inEach, openIn, runIn, says } from './run-in.js';
import { type System, words } from './systems.js';

const action = (entry: object): string => `\`\`\`yips-agent\n${JSON.stringify({ actions: [entry] })}\n\`\`\``;

const namesIn = async (system: System): Promise<readonly string[]> => {
  const { session } = await openIn(system, []);
  return session.listTools().map(({ tool }) => tool.name);
};

it('29: delegates by an action, subtasks, a task, or not at all', async () => {
  verifies('conflicts.delegation.kinds');
  const kinds = ['subagent', 'createSubtasks', 'Task', 'task', 'run_agent'];
  const cells = await inEach(async (system) => (await namesIn(system)).filter((name) => kinds.includes(name)).sort());
  expect(cells).toEqual({
    yips: ['subagent'],
    seed: ['createSubtasks'],
    astra: [],
    'y-agent': ['Task'],
    // Its agents are those of files, and it has none here.
    'local-harness': [],
  });
});

it('30: asks about what a delegated agent does as about what its creator does', async () => {
  verifies('conflicts.delegation.permission');
  const task = 'Remove a.txt.';
  const delegated: Partial<Record<System, ScriptedRound>> = {
    yips: { text: action({ type: 'subagent', id: 's', task }) },
    seed: says('seed', { name: 'createSubtasks', args: { tasks: [{ agentId: 'coordinator', title: task }] } }),
    'y-agent': says('y-agent', { name: 'Task', args: { prompt: task } }),
  };
  const cells = await inEach(async (system) => {
    const round = delegated[system];
    const shell = words[system].shell?.('rm -rf a.txt');
    if (round === undefined || shell === undefined) return 'no delegation';
    const seen = await runIn(system, [round, says(system, shell)], { files: { 'a.txt': 'alpha' }, person: 'no' });
    return { asked: seen.asked, content: seen.read(words[system].lies('a.txt')) };
  });
  expect(cells).toEqual({
    yips: { asked: ['run_command'], content: 'alpha' },
    seed: { asked: ['runCommand'], content: 'alpha' },
    astra: 'no delegation',
    'y-agent': { asked: ['ShellExec'], content: 'alpha' },
    'local-harness': 'no delegation',
  });
});

it('31: means built-in actions, bundles or instructions by a skill', async () => {
  verifies('conflicts.delegation.skill-meaning');
  const cells = await inEach(async (system) => {
    const scene = createSkillScene();
    writeSkill(join(scene.root, 'skills/tidy'), { description: 'Tidies up.', body: 'TIDY IT' });
    writeFileSync(join(scene.root, 'skills/tidy/list.txt'), 'one\n');
    const name = skillTools[system];
    const round =
      system === 'yips'
        ? { text: action({ type: 'skill', id: 's', name: 'todos', arguments: {} }) }
        : says(system, { name: name ?? 'activate_skill', args: { name: 'tidy' } });
    const seen = await runIn(system, [round], {
      workspace: scene.root,
      env: scene.env,
      extensions: [createSkills({ trusted: [scene.root] })],
    });
    const [told = ''] = seen.told;
    return {
      ran: seen.settled.map((settled) => [settled.name, settled.outcome]),
      instructs: told.includes('TIDY IT'),
      mounted: seen.read(`private/${seen.session.id}/.skills/tidy/list.txt`) !== undefined,
    };
  });
  expect(cells).toEqual({
    yips: { ran: [['todos', 'ok']], instructs: false, mounted: false },
    seed: { ran: [['activateSkill', 'ok']], instructs: true, mounted: true },
    // It has none of its own: those here the program brings.
    astra: { ran: [['activate_skill', 'ok']], instructs: true, mounted: false },
    'y-agent': { ran: [['activate_skill', 'ok']], instructs: true, mounted: false },
    'local-harness': { ran: [['activate_skill', 'ok']], instructs: true, mounted: false },
  });
});

const skillTools: Partial<Record<System, string>> = { seed: 'activateSkill' };

it('38: goes on with calls that were left open: by the audit where the system did, by policy elsewhere', async () => {
  verifies('conflicts.delegation.recovery');
  const goOn = async (system: System, name: string) => {
    const { steps, tools } = watchedTools();
    const { session, asked } = await openIn(system, [], { ...(await leave(system, name)), tools });
    const { events, end } = await play(session.resume());
    const outcomes = bodies(events, 'call-settled').map(({ outcome }) => outcome);
    const told = bodies(events, 'call-settled').some(({ content }) => content.includes('interrupted (Unknown tool)'));
    return [...asked.map(() => 'asked'), ...steps, ...outcomes, ...(told ? ['interrupted'] : []), end.reason].join(
      ', ',
    );
  };
  const cells = await inEach(async (system) => ({
    safe: await goOn(system, 'look'),
    risky: await goOn(system, 'change'),
    unknown: await goOn(system, 'vanished'),
  }));
  const goesOn = { safe: 'ran, ok, answered', unknown: 'error, answered' };
  expect(cells).toEqual({
    yips: { ...goesOn, risky: 'asked, ran, ok, answered' },
    // What is not in public:/ is safe there.
    seed: { ...goesOn, risky: 'ran, ok, answered', unknown: 'error, interrupted, answered' },
    astra: { ...goesOn, risky: 'asked, ran, ok, answered' },
    // A write in the workspace passes there.
    'y-agent': { ...goesOn, risky: 'ran, ok, answered' },
    'local-harness': { ...goesOn, risky: 'asked, ran, ok, answered' },
  });
});

/** The record of a session whose process was killed when this call was admitted. */
async function leave(system: System, name: string) {
  const store = createMemoryStore();
  const workspace = newFolder();
  const session = 'ses_left';
  const opened = { sessionId: session, workspace, model: 'scripted', profile: system, mode: 'ask', version: '0' };
  await store.append(session, [
    { type: 'session-opened', body: { ...opened, actor: 'person', instructions: [], resumed: false } },
    { type: 'turn-started', body: { turnId: 'turn_1' } },
    { type: 'message-received', body: { messageId: 'msg_1', text: 'go' } },
    { type: 'round-started', body: { turnId: 'turn_1', round: 1, model: 'scripted', tools: 2 } },
    { type: 'model-answered', body: { round: 1, text: '', calls: 1, stop: 'calls' } },
    { type: 'call-admitted', body: { callId: 'c0', index: 0, name, arguments: '{}' } },
  ]);
  return { store, session, workspace };
}

/** `look` is safe, `change` is not; both tell that they ran. */
function watchedTools() {
  const steps: string[] = [];
  const tool = (name: string, safe: boolean) =>
    defineTool({
      name,
      description: name,
      parameters: { type: 'object' },
      effects: safe ? 'none' : 'workspace',
      plan: () => ({
        facts: safe ? [] : [{ kind: 'write', target: 'x', where: 'workspace', known: true }],
        preview: { kind: 'arguments' },
      }),
      run() {
        steps.push('ran');
        return `ran ${name}`;
      },
    });
  return { steps, tools: [tool('look', true), tool('change', false)] };
}

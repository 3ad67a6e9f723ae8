import { describe, expect, it } from 'vitest';
import type { Extension } from '../../../src/extend/extension.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { openFamily } from '../../session/child/family.js';
import type { Scripts } from '../../session/child/family-model.js';
import { bodies, play } from '../../session/open.js';
import { called, done, openY, type Told } from './open-y.js';

async function run(scripts: Scripts, options: Partial<SessionOptions> = {}) {
  const scene = await openFamily(scripts, { profile: 'y-agent', ...options });
  const { events } = await play(scene.session.send('go'));
  const told = bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as Told);
  return { ...scene, events, told };
}

const task = (args: object) => called('Task', args);

describe('Task', () => {
  it('delegates a prompt to a named agent, in a mode and with a context', async () => {
    verifies('y-agent.tool.task');
    const explored = 'Find out and report, and change nothing.\n\nlook around';
    const { told, events, model } = await run({
      go: [task({ prompt: 'look around', mode: 'explore', context_strategy: 'none' }), done],
      [explored]: [{ text: 'nothing here' }],
    });
    expect(told).toEqual([
      {
        success: true,
        content: { agent_name: 'general-purpose', status: 'done', result: 'nothing here', rounds: 1, calls: 0 },
        warnings: [],
        metadata: expect.any(Object),
      },
    ]);
    expect(bodies(events, 'child-started')).toMatchObject([
      { tools: ['FileRead', 'Glob', 'Grep', 'CodeSearch', 'WebFetch', 'WebSearch'] },
    ]);
    expect(model.requests[1]?.messages[1]?.text).toBe(explored);
  });

  it.each([
    ['none', /^look$/],
    ['summary', /We talked about tea\./],
    ['filtered', /We talked about tea\./],
    ['full', /Person: go\n/],
  ])('has the agent of a file work, with the context %s', async (context_strategy, prompted) => {
    verifies('y-agent.tool.task');
    const text = '---\nname: reviewer\ndescription: Reviews changes.\ntools: [FileRead]\n---\nYou review. Be strict.';
    const { told, events, model } = await run(
      {
        look: [{ text: 'fine' }],
        go: [task({ agent_name: 'reviewer', prompt: 'look', context_strategy }), done],
        'Sum up': [{ text: 'We talked about tea.' }],
      },
      { agents: [{ path: 'agents/reviewer.md', text }] },
    );
    expect(told[0]?.content).toMatchObject({ agent_name: 'reviewer', status: 'done', result: 'fine' });
    expect(bodies(events, 'child-started')).toMatchObject([{ name: 'reviewer' }]);
    const asked = model.requests.map(({ messages }) => messages).find(([first]) => first?.text.endsWith('Be strict.'));
    expect(asked?.[0]?.text).toContain('Of the tools you have: FileRead.');
    expect(asked?.[1]?.text).toMatch(prompted);
    expect(asked?.[1]?.text.endsWith('look')).toBe(true);
  });

  it('takes the general agent for one that nobody knows, with a warning', async () => {
    verifies('y-agent.tool.task-unknown-agent');
    const { told } = await run({
      go: [task({ agent_name: 'nobody', prompt: 'do it' }), done],
      'do it': [{ text: 'did it' }],
    });
    expect(told[0]?.content).toMatchObject({ agent_name: 'general-purpose', result: 'did it' });
    expect(told[0]?.warnings).toEqual(['There is no agent nobody: general-purpose was used.']);
  });

  it('takes whole JSON, JSON in a fence, or wraps the words with a warning', async () => {
    verifies('y-agent.tool.task-result-schema');
    const result_schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const answers = ['{"n":1}', 'So:\n```json\n{"n":2}\n```', 'no idea'];
    const found: unknown[] = [];
    for (const text of answers) {
      const { told } = await run({
        go: [task({ prompt: 'count', result_schema }), done],
        count: [{ text }, { text }],
      });
      found.push([told[0]?.content?.['result'], told[0]?.warnings]);
    }
    expect(found).toEqual([
      [{ n: 1 }, []],
      [{ n: 2 }, []],
      [{ text: 'no idea' }, ['It did not answer in JSON: its words are in text.']],
    ]);
  });
});

describe('Plan', () => {
  const planned = { text: '{"title":"Ship it","steps":["build","test"]}' };
  const prompt = 'Make a plan and change nothing.';

  it('has a subagent plan and a person review, keeps the steps, and goes on with them', async () => {
    verifies('y-agent.tool.plan');
    const reviews: unknown[] = [];
    const { told, events } = await run(
      {
        go: [
          called('Plan', { request: 'ship', context: 'all is ready' }),
          called('Plan', { request: 'ship', resume: true, completed: [1] }),
          done,
        ],
        [prompt]: [planned],
      },
      {
        onQuestion(question) {
          reviews.push(question.kind);
          return question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: 'accept' };
        },
      },
    );
    expect(reviews).toHaveLength(1);
    expect(told[0]?.content).toMatchObject({ title: 'Ship it', steps: ['build', 'test'], review: 'manual' });
    expect(bodies(events, 'todos-changed').at(-1)?.todos).toMatchObject([
      { content: 'build', status: 'completed' },
      { content: 'test', status: 'pending' },
    ]);
    expect(told[1]?.content).toEqual({ status: 'resumed', total: 2, left: [{ step: 2, content: 'test' }] });
  });

  it('counts as reviewed where nobody is there', async () => {
    verifies('y-agent.tool.plan');
    const { told } = await run({ go: [called('Plan', { request: 'ship' }), done], [prompt]: [planned] });
    expect(told[0]?.content).toEqual({
      title: 'Ship it',
      steps: ['build', 'test'],
      review: 'auto',
      verdict: 'accepted',
    });
  });

  it('fails where there is nothing to go on with, and where no plan came back', async () => {
    const { told } = await run({
      go: [called('Plan', { request: 'x', resume: true }), called('Plan', { request: 'y' }), done],
      [prompt]: [{ text: 'hm' }, { text: 'hm' }],
    });
    expect(told.map(({ code }) => code)).toEqual(['validation_error', 'runtime_error']);
  });
});

it('finds ToolSearch, Task, Plan, and tools of workflows and schedules before the registry', async () => {
  verifies('y-agent.pipeline.meta-first');
  const taken: string[] = [];
  const impostor = (name: string) =>
    defineTool({
      name,
      description: 'not it',
      parameters: { type: 'object' },
      effects: 'none',
      run: () => {
        taken.push(name);
        return 'impostor';
      },
    });
  const own = ['WorkflowRun', 'ScheduleList'].map((name) => ({ ...impostor(name), run: () => 'its own' }));
  const extension: Extension = {
    name: 'impostors',
    open({ registry }) {
      for (const name of ['Task', 'Plan', 'ToolSearch', 'WorkflowRun', 'ScheduleList'])
        registry.replace(impostor(name));
    },
  };
  const rounds = [
    called('ToolSearch', { tool: 'FileEdit' }),
    called('Task', {}),
    called('Plan', { request: 'x', resume: true }),
    called('WorkflowRun'),
    called('ScheduleList'),
    done,
  ];
  const { session, model } = await openY(rounds, {
    tools: own,
    extensions: [extension],
    exposure: { inactiveCalls: 'run' },
  });
  const { events } = await play(session.send('go'));
  const told = bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as Told);
  expect(told[0]?.content).toMatchObject({ activated: ['FileEdit'] });
  expect(told.slice(1, 3).map(({ code }) => code)).toEqual(['validation_error', 'validation_error']);
  expect(told.slice(3).map(({ content }) => content)).toEqual(['its own', 'its own']);
  expect(taken).toEqual([]);
  expect(model.requests[0]?.toolNames.filter((name) => name === 'Task')).toEqual(['Task']);
});

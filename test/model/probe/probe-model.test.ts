import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/model/message.js';
import type { Model, ModelEvent, ModelRequest } from '../../../src/model/model.js';
import { probeModel } from '../../../src/model/probe/probe-model.js';
import { exactNote, probeTools, secretCode } from '../../../src/model/probe/probe-task.js';
import { writtenDialect } from '../../../src/model/probe/written-dialect.js';
import { promptMode } from '../../../src/model/prompt-mode.js';
import { readText } from '../../../src/model/read-text.js';
import { verifies } from '../../requirements.js';

/** What a model is good for. */
interface Skill {
  readonly native?: boolean;
  readonly prompt?: boolean;
  readonly parallel?: boolean;
  readonly exact?: boolean;
  readonly results?: boolean;
  /** What it says when it was to call and does not. */
  readonly instead?: string;
}

/** A model with these skills, which understands the tasks of the probe and nothing else. */
function skilled(skill: Skill): Model {
  return {
    name: 'skilled',
    async stream(request, emit) {
      for (const event of answer(skill, request)) emit(event);
    },
  };
}

function answer(skill: Skill, { messages, tools }: ModelRequest): readonly ModelEvent[] {
  const usage: ModelEvent = { type: 'usage', usage: { inputTokens: 10, outputTokens: 2 } };
  const said = (text: string): ModelEvent[] => [{ type: 'text', text }, usage, { type: 'stop', reason: 'answered' }];
  if (messages.some(isResult)) return said(skill.results === false ? 'Done.' : `It is ${secretCode}.`);
  const wanted = messages.findLast(({ role }) => role === 'user')?.text ?? '';
  const calls = callsFor(wanted, skill);
  if (tools.length > 0 && skill.native === true) {
    const events = calls.map(([name, args], index): ModelEvent => {
      return { type: 'call', index, id: `c${index}`, name, arguments: JSON.stringify(args) };
    });
    return [...events, usage, { type: 'stop', reason: 'calls' }];
  }
  if (tools.length > 0 || skill.prompt !== true) return said(skill.instead ?? 'I have no tools.');
  return said(
    calls.map(([name, args]) => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`).join('\n'),
  );
}

const isResult = (message: Message): boolean => message.role === 'tool' || message.text.includes(secretCode);

function callsFor(wanted: string, { parallel = true, exact = true }: Skill): readonly (readonly [string, object])[] {
  if (wanted.includes('save_note'))
    return [['save_note', { text: exact ? exactNote : exactNote.replaceAll('\\', '/') }]];
  if (!wanted.includes('chair')) return [['look_up_code', { parcel: 'lamp' }]];
  const both = [['look_up_code', { parcel: 'chair' }] as const, ['look_up_code', { parcel: 'desk' }] as const];
  return parallel ? both : both.slice(0, 1);
}

async function probe(skill: Skill) {
  const steps: string[] = [];
  const report = await probeModel({
    open: async (toolCalls) => {
      if (toolCalls === 'prompt') return promptMode(skilled(skill));
      return toolCalls === 'auto' ? readText(skilled(skill)) : skilled(skill);
    },
    dialect: 'hermes',
    signal: new AbortController().signal,
    onStep: (says) => steps.push(says),
  });
  const { native, prompt, results, parallel, exact } = report;
  const states = [native, prompt, results, parallel, exact].map(({ state }) => state);
  return { report, states, steps };
}

describe('probing', () => {
  it('finds that calls by the API work, and tries no more than needed', async () => {
    verifies('models.probe.native', 'models.probe.parallel', 'models.probe.results', 'models.probe.exact');
    const { report, states, steps } = await probe({ native: true });
    expect(states).toEqual(['works', 'not-tried', 'works', 'works', 'works']);
    expect(report).toMatchObject({ advice: { toolCalls: 'native' }, writtenFormat: undefined, failure: undefined });
    expect(report.usage).toEqual({ inputTokens: 40, outputTokens: 8 });
    expect(steps).toHaveLength(4);
  });

  it('finds that only prompt mode works', async () => {
    verifies('models.probe.prompt');
    const { report, states } = await probe({ prompt: true });
    expect(states).toEqual(['fails', 'works', 'works', 'works', 'works']);
    expect(report.advice).toEqual({ toolCalls: 'prompt', dialect: 'hermes' });
  });

  it('names the text format a model writes its calls in', async () => {
    verifies('models.probe.format');
    const { report } = await probe({ instead: '[TOOL_CALLS] [{"name":"look_up_code","arguments":{"parcel":"lamp"}}]' });
    expect(report).toMatchObject({ writtenFormat: 'mistral_v3', native: { state: 'fails' }, text: { state: 'works' } });
    expect(report.native.says).toBe('it wrote the call as text (mistral_v3)');
  });

  it('finds what a model cannot do besides', async () => {
    verifies('models.probe.parallel', 'models.probe.results', 'models.probe.exact');
    expect((await probe({ native: true, parallel: false })).report.parallel).toMatchObject({
      state: 'fails',
      says: expect.stringContaining('one call only'),
    });
    expect((await probe({ native: true, exact: false })).report.exact).toMatchObject({ says: 'the text came changed' });
    const lost = await probe({ native: true, prompt: true, results: false });
    expect(lost.report.results.state).toBe('fails');
    expect(lost.report.advice).toEqual({ toolCalls: 'native' });
  });

  it('gives up an answer that never ends', async () => {
    verifies('models.probe.bounded');
    const endless: Model = {
      name: 'endless',
      async stream({ signal }, emit) {
        while (!signal.aborted) {
          emit({ type: 'text', text: 'and so on ' });
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        emit({ type: 'failure', failure: { kind: 'cancelled', message: 'The request was cancelled.' } });
      },
    };
    const report = await probeModel({
      open: async () => endless,
      dialect: 'hermes',
      signal: new AbortController().signal,
      answerMs: 60,
    });
    const says = 'It was not done after 0 s, and was given up. Try a smaller model.';
    expect(report).toMatchObject({ native: { state: 'fails', says }, advice: undefined, failure: { message: says } });
  });

  it('tries prompt mode where the server refuses tools, and gives up where it cannot be reached', async () => {
    verifies('models.probe.refused');
    const failing = (kind: 'bad-request' | 'unreachable'): Model => ({
      name: 'failing',
      async stream({ tools }, emit) {
        if (tools.length > 0 || kind === 'unreachable')
          return emit({ type: 'failure', failure: { kind, message: 'tools are not supported' } });
        emit({ type: 'text', text: 'Hello.' });
        emit({ type: 'stop', reason: 'answered' });
      },
    });
    const run = (kind: 'bad-request' | 'unreachable') =>
      probeModel({
        open: async (toolCalls) => (toolCalls === 'native' ? failing(kind) : promptMode(failing(kind))),
        dialect: 'hermes',
        signal: new AbortController().signal,
      });
    expect(await run('bad-request')).toMatchObject({
      native: { state: 'fails', says: 'tools are not supported' },
      prompt: { state: 'fails', says: 'it answered without a call' },
      failure: undefined,
    });
    expect(await run('unreachable')).toMatchObject({
      prompt: { state: 'not-tried' },
      failure: { kind: 'unreachable' },
    });
  });
});

it.each([
  ['<tool_call>\n{"name": "x", "arguments": {}}\n</tool_call>', 'hermes'],
  ['<tool_call>\n<function=x>\n<parameter=a>1</parameter>\n</function>\n</tool_call>', 'qwen3_coder'],
  [
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>x<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    'deepseek_v31',
  ],
  ['<|channel|>commentary to=functions.x <|message|>{}', 'harmony'],
  ['[look_up_code(parcel="lamp")]', 'pythonic'],
  ['Action: look_up_code\nAction Input: {"parcel":"lamp"}', 'react'],
  ['I would call the tool if I could.', undefined],
  ['{"answer": 4}', undefined],
])('%j is %s', (text, dialect) => {
  verifies('models.probe.format');
  expect(writtenDialect(text, probeTools)).toBe(dialect);
});

const hostile = [
  '\n',
  ' ',
  '\n ',
  '[',
  '[\n',
  '[a(\n',
  '[a\n',
  '{ ',
  'Action:',
  'Action:\n',
  'Action: x\n',
  '<tool_call>',
  '<tool_call> ',
  '<|channel|>commentary',
  'functools ',
  '```',
  '```json\n',
  '<function=a',
];
it.each(hostile)('%j over and over is looked through at once', (piece) => {
  verifies('models.probe.bounded');
  const filler = (text: string) => text.repeat(Math.ceil((64 * 1024) / text.length));
  const started = performance.now();
  for (const start of ['', '[', '{', 'Action: x', 'Action:', '<tool_call>', '```json', 'functools', '[a(']) {
    writtenDialect(start + filler(piece), probeTools);
    writtenDialect(start + filler(piece).slice(0, 32 * 1024) + filler('\n '), probeTools);
  }
  expect(performance.now() - started).toBeLessThan(5000);
});

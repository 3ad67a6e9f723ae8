import { expect, it } from 'vitest';
import type { Extension } from '../../../src/extend/extension.js';
import { objectOf } from '../../../src/schema/object-of.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { ToolDefinition } from '../../../src/tool/tool.js';
import { verifies } from '../../requirements.js';
import { play } from '../../session/open.js';
import { countedTokens } from '../../support/token-counter.js';
import { done, openY } from './open-y.js';

const text = { type: 'string' } as const;
const words = { type: 'array', items: text } as const;
const oneOf = (...values: readonly string[]) => ({ type: 'string', enum: values }) as const;
const whole = { type: 'integer', minimum: 1 } as const;

/** The tools of the document that are still to come, as they will be defined. */
const standIns = [
  [
    'MemoryStore',
    'Memory',
    'Store long-term memory. Keeps an entry for later sessions; one that is there already is merged with it.',
    {
      content: { ...text, description: 'What to remember.' },
      type: oneOf('personal', 'task', 'tool'),
      'importance?': { type: 'number', minimum: 0, maximum: 1, description: 'Default 0.5.' },
      'scope?': { ...text, description: 'What it is about: a project, a tool, a person.' },
      'when_to_use?': { ...text, description: 'When it should be recalled.' },
    },
  ],
  [
    'MemoryRecall',
    'Memory',
    'Recall from memory. Gives the entries that fit a query best, by meaning, time and importance.',
    { query: text, 'scope?': text, 'limit?': { ...whole, maximum: 20, description: 'Default 5.' } },
  ],
  [
    'KnowledgeSearch',
    'Knowledge',
    'Search knowledge. Gives the passages of ingested documents that fit a query.',
    {
      query: text,
      'domain?': text,
      'collection?': text,
      'resolution?': { ...oneOf('l0', 'l1', 'l2'), description: 'Abstract, summary or the passages themselves.' },
      'limit?': { ...whole, maximum: 20, description: 'Default 5.' },
    },
  ],
  [
    'KnowledgeIngest',
    'Knowledge',
    'Ingest documents. Adds a file or text to a collection, so that it can be searched.',
    { 'path?': text, 'content?': text, 'domain?': text, 'collection?': text, 'tags?': words },
  ],
  [
    'BrowserTool',
    'Network',
    'CDP browser automation. Opens pages, reads and acts on them by element references.',
    {
      action: oneOf(
        ...'navigate search screenshot snapshot click type getText getTitle getUrl evaluate wait pressKey scroll getPageText getConsoleLogs close'.split(
          ' ',
        ),
      ),
      'url?': { ...text, description: 'For navigate: http or https.' },
      'query?': { ...text, description: 'For search.' },
      'ref?': { ...text, description: 'An element of the last snapshot, such as @e3.' },
      'text?': { ...text, description: 'For type.' },
      'key?': { ...text, description: 'For pressKey.' },
      'expression?': { ...text, description: 'For evaluate.' },
      'direction?': oneOf('up', 'down'),
      'wait_ms?': whole,
    },
  ],
  [
    'WorkflowCreate',
    'Workflow',
    'Create workflows. A workflow runs tasks in order, side by side, or by what they depend on.',
    {
      name: text,
      definition: { ...text, description: 'a >> b for one after the other, a | b for both at once; or TOML.' },
      'format?': oneOf('expression_dsl', 'toml'),
      'description?': text,
      'tags?': words,
    },
  ],
  [
    'WorkflowRun',
    'Workflow',
    'Run workflows. Starts one with its parameters and gives what came of it.',
    { id: text, 'parameters?': { type: 'object', description: 'By their names.' } },
  ],
  [
    'ScheduleCreate',
    'Schedule',
    'Create schedules. Runs a workflow by the clock, again and again or once.',
    {
      name: text,
      trigger_type: oneOf('cron', 'interval', 'onetime'),
      trigger_value: { ...text, description: 'A cron line, a duration or a time.' },
      workflow_id: text,
      'missed?': { ...oneOf('catch_up', 'skip', 'backfill'), description: 'Default skip.' },
      'concurrency?': oneOf('allow', 'skip_if_running', 'queue', 'cancel_previous'),
    },
  ],
  ['ScheduleList', 'Schedule', 'List schedules. With their triggers and last runs.', { 'limit?': whole }],
] as const;

const toCome: Extension = {
  name: 'to come',
  open({ registry }) {
    for (const [name, category, description, properties] of standIns)
      registry.register(
        defineTool({
          name,
          category,
          description,
          parameters: objectOf(properties),
          source: 'builtin',
          effects: 'none',
          run: () => 'not yet',
        }) as never,
      );
  },
};

const tokensOf = (definitions: readonly ToolDefinition[]): number =>
  definitions.reduce((sum, definition) => sum + countedTokens(JSON.stringify(definition)), 0);

/** What a first request carries, and all definitions there are, on the whole list of the document. */
async function measure() {
  let sent: readonly ToolDefinition[] = [];
  const { session } = await openY(
    (request) => {
      sent = [...request.tools];
      return done;
    },
    { extensions: [toCome], dynamicTools: true },
  );
  await play(session.send('go'));
  return { sent, all: session.listTools().map(({ whole: definition }) => definition) };
}

it('saves 60 to 90 percent of the tokens of all definitions, on the list of the document', async () => {
  verifies('y-agent.lazy.savings');
  const { sent, all } = await measure();
  const named = [
    'FileRead FileWrite FileDelete FileMove ShellExec WebSearch WebFetch MemoryStore MemoryRecall KnowledgeSearch',
    'KnowledgeIngest ToolSearch CodeSearch Task Plan AskUser BrowserTool WorkflowCreate WorkflowRun ScheduleCreate',
    'ScheduleList tool_create tool_update',
  ].flatMap((line) => line.split(' '));
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  const ofDocument = all.filter(({ name }) => named.includes(name));
  const saved = 1 - tokensOf(sent) / tokensOf(ofDocument);
  expect(saved).toBeGreaterThan(0.6);
  expect(saved).toBeLessThan(0.9);
});

it('starts with about 50 tokens for ToolSearch, and 5 for each tool of its index', async () => {
  verifies('y-agent.lazy.index-cost', 'y-agent.lazy.index');
  const { sent, all } = await measure();
  const search = sent.find(({ name }) => name === 'ToolSearch');
  const [own = '', ...index] = search?.description.split('\n') ?? [];
  const alone = countedTokens(JSON.stringify({ ...search, description: own }));
  expect(alone).toBeGreaterThan(40);
  expect(alone).toBeLessThan(60);
  const sentNames = sent.map(({ name }) => name);
  const indexed = all.map(({ name }) => name).filter((name) => !sentNames.includes(name));
  expect(index.map((line) => line.split(':')[0]).sort()).toEqual(indexed.sort());
  const perTool = countedTokens(index.join('\n')) / index.length;
  expect(perTool).toBeGreaterThan(3);
  expect(perTool).toBeLessThan(8);
});

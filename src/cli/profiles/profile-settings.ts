import type { Profile } from '../../agent/profile.js';
import type { Json } from '../../base/json.js';
import { words } from '../../base/text.js';
import { profileTools } from '../../config/profile/profile-tools.js';
import type { Message } from '../../model/message.js';
import type { ModelRequest } from '../../model/model.js';
import type { ToolResult } from '../../tool/outcome.js';
import type { ToolDefinition } from '../../tool/tool.js';

/** The settings of a profile by flat names, such as `limits.rounds`; what is code is told by what it does. */
export type FlatSettings = Readonly<Record<string, Json>>;

export async function profileSettings(profile: Profile): Promise<FlatSettings> {
  const {
    surface: _surface,
    vocabulary,
    scopes,
    wrapModel: _speak,
    renderResult,
    renderSystem,
    name: _name,
    ...data
  } = profile;
  const speech = await probeSpeech(profile);
  const { choices, ...approval } = profile.approval;
  return {
    'speech.calls': speech.calls,
    'speech.results': speech.results,
    'speech.roles': speech.roles,
    order: profile.order,
    tools: profileTools(profile).map((tool) => tool.name),
    ...flat('exposure', profile.exposure ?? { kind: 'all' }),
    ...flat('limits', profile.limits),
    ...flat('loops', profile.loops ?? 'not watched'),
    risk: vocabulary === undefined ? 'by the mode' : 'in its own words',
    noPerson: plainNoPerson(profile.noPerson),
    usualMode: profile.usualMode ?? 'ask',
    ...flat('scopes', scopes ?? 'none'),
    instructionFiles: profile.instructionFiles,
    instructions: profile.instructions ?? 'all',
    notesAs: profile.notesAs ?? 'user',
    unreadable: profile.unreadable ?? 'asks-again',
    ...flat('approval', approval),
    'approval.choices': choices.map(({ words, gives }) => `${words.join('|')} = ${gives}`),
    ...flat('todoInjection', profile.todoInjection ?? 'none'),
    ...flat('recovery', profile.recovery ?? 'as policy says'),
    ...others(data),
    'result.ok': renderResult(okResult),
    'result.error': renderResult(failedResult),
    system: renderSystem({ workspace: '/workspace', mode: profile.usualMode ?? 'ask', instructions: [] }),
  };
}

/** Told above, each with what it is when absent. */
const told = new Set(
  words(`
  order exposure limits loops noPerson usualMode instructionFiles instructions notesAs unreadable approval
  todoInjection recovery`),
);

/** What a profile has beside: a setting that is not known here is told all the same. */
const others = (data: object): FlatSettings =>
  Object.assign(
    {},
    ...Object.entries(data)
      .filter(([key]) => !told.has(key))
      .map(([key, value]) => flat(key, value)),
  );

function flat(name: string, value: unknown): FlatSettings {
  if (typeof value === 'function') return { [name]: 'of its own' };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [name]: value as Json };
  return Object.assign({}, ...Object.entries(value).map(([key, member]) => flat(`${name}.${key}`, member)));
}

const plainNoPerson = (rule: Profile['noPerson'] = 'deny'): string =>
  typeof rule === 'object' ? `wait=${rule.waitMs / 1000}s` : rule;

const metadata = { execution_time_ms: 1, data_size_bytes: 4, timestamp: 0 };
const okResult: ToolResult = { success: true, data: 'text', error_message: null, error_type: 'none', metadata };
const failedResult: ToolResult = {
  success: false,
  data: null,
  error_message: 'There is no such file.',
  error_type: 'not_found',
  metadata,
};

/** How a profile speaks with a model: a small conversation goes through it to a model that only listens. */
async function probeSpeech({ wrapModel }: Pick<Profile, 'wrapModel'>) {
  let heard: Pick<ModelRequest, 'messages' | 'tools'> = { messages: conversation, tools: [tool] };
  const model = wrapModel?.({
    name: 'listener',
    async stream({ messages, tools }, emit) {
      heard = { messages: [...messages], tools };
      emit({ type: 'stop', reason: 'answered' });
    },
  });
  await model?.stream({ messages: conversation, tools: [tool], signal: new AbortController().signal }, () => {});
  const { messages, tools } = heard;
  const result = messages.find((message) => textOf(message).includes(said));
  return {
    calls: tools.length > 0 ? 'by the API' : 'written as text',
    /** The roles of a conversation with one call, in order. */
    roles: messages.map(({ role }) => role),
    /** The role in which a result reaches the model. */
    results: result?.role ?? 'none',
  };
}

const said = 'what-the-call-gave';

const tool: ToolDefinition = {
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

const conversation: readonly Message[] = [
  { role: 'system', text: 'You work here.' },
  { role: 'user', text: 'Look.' },
  { role: 'assistant', text: '', calls: [{ id: 'call_1', name: 'look', arguments: '{}' }] },
  { role: 'tool', callId: 'call_1', name: 'look', text: said, isError: false },
];

const textOf = (message: Message): string => message.text;

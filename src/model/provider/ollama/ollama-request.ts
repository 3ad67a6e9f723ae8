import type { LooseSchema } from '../../../schema/json-schema.js';
import { projectForOllama } from '../../../schema/project-ollama.js';
import type { ToolDefinition } from '../../../tool/tool.js';
import type { Message, ModelCall } from '../../message.js';
import type { ModelEvent, ModelRequest, ToolChoice } from '../../model.js';
import { imagesBehindResults } from '../../result-images.js';
import { objectArguments } from '../object-arguments.js';
import { remembered, wellFormed } from '../wire.js';

/** What goes with every request to one model of Ollama. */
export interface OllamaSettings {
  readonly model: string;
  readonly numCtx: number | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly think: boolean | 'low' | 'medium' | 'high' | undefined;
  readonly keepAlive: string;
  readonly format: 'json' | LooseSchema | undefined;
}

/**
 * The body of a chat request. Each message and each tool is written once in its life, whatever the round. `truncate` and
 * `shift` are off: else the server drops the oldest messages, or the start of the prompt while it answers, without a word.
 */
export function renderOllamaRequest(
  { messages, tools, toolChoice = 'auto' }: Omit<ModelRequest, 'signal'>,
  settings: OllamaSettings,
): string {
  const { model, numCtx, maxOutputTokens, think, keepAlive, format } = settings;
  const offered = offeredTools(tools, toolChoice);
  const fields = [
    `"model":${JSON.stringify(model)}`,
    `"messages":[${renderMessages(messages, offered.length === 0 ? '' : demand(toolChoice))}]`,
    offered.length > 0 && `"tools":[${offered.map(renderTool).join(',')}]`,
    '"stream":true,"truncate":false,"shift":false',
    think !== undefined && `"think":${JSON.stringify(think)}`,
    `"keep_alive":${renderKeepAlive(keepAlive)}`,
    format !== undefined && `"format":${JSON.stringify(format)}`,
    `"options":${JSON.stringify({ num_ctx: numCtx, num_predict: maxOutputTokens })}`,
  ];
  return `{${fields.filter((field) => field !== false).join(',')}}`;
}

/** The API has no tool choice: what must not be called is not offered, nor anything beside what must be. */
function offeredTools(tools: readonly ToolDefinition[], choice: ToolChoice): readonly ToolDefinition[] {
  if (choice === 'none') return [];
  return typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : tools;
}

/** A call that must be made can only be asked for. */
function demand(choice: ToolChoice): string {
  if (choice === 'required') return 'Answer with a call of one of your tools, not with text.';
  return typeof choice === 'object' ? `Answer with a call of the tool ${choice.name}, not with text.` : '';
}

/** Reports an answer without the call that was demanded: it could only be asked for in words. */
export function watchDemand({ tools, toolChoice = 'auto' }: ModelRequest, emit: Emit): Emit {
  if (tools.length === 0 || toolChoice === 'auto' || toolChoice === 'none') return emit;
  const wanted = typeof toolChoice === 'string' ? 'a tool' : `the tool ${toolChoice.name}`;
  let called = false;
  return (event) => {
    if (event.type === 'call') called = true;
    if (event.type === 'stop' && !called && event.reason === 'answered') {
      emit({ type: 'problem', code: 'call-missing', message: `The model was told to call ${wanted} and did not.` });
    }
    emit(event);
  };
}

type Emit = (event: ModelEvent) => void;

/** The demand goes into the system message: many templates refuse another one, or two of the user in a row. */
function renderMessages(given: readonly Message[], demanded: string): string {
  const messages = imagesBehindResults(given);
  if (demanded === '') return messages.map(renderMessage).join(',');
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [renderSystem(demanded), ...messages.map(renderMessage)].join(',');
  return [renderSystem(`${first.text}\n\n${demanded}`), ...rest.map(renderMessage)].join(',');
}

const renderSystem = (text: string): string => JSON.stringify({ role: 'system', content: wellFormed(text) });

const renderTool = remembered(({ name, description, parameters }: ToolDefinition): string => {
  const { note, parameters: fitted } = projectForOllama(parameters);
  const words = note === '' ? description : `${description}\n${note}`;
  return JSON.stringify({ type: 'function', function: { name, description: words, parameters: fitted } });
});

const renderMessage = remembered((message: Message): string => {
  const content = wellFormed(message.text);
  switch (message.role) {
    case 'system':
      return renderSystem(content);
    case 'user': {
      const images = message.images?.map(({ data }) => data) ?? [];
      return JSON.stringify({ role: 'user', content, ...(images.length > 0 && { images }) });
    }
    case 'tool':
      return JSON.stringify({ role: 'tool', content, tool_name: message.name, tool_call_id: message.callId });
    case 'assistant': {
      if (message.calls.length === 0) return JSON.stringify({ role: 'assistant', content });
      const said = JSON.stringify({ role: 'assistant', content, ...thoughtOf(message) }).slice(0, -1);
      return `${said},"tool_calls":[${message.calls.map(renderCall).join(',')}]}`;
    }
  }
});

/** A model in the middle of its work goes on from what it thought; of what is finished, templates leave it out. */
function thoughtOf({ reasoning = '' }: Extract<Message, { role: 'assistant' }>) {
  return reasoning === '' ? {} : { thinking: wellFormed(reasoning) };
}

/** Arguments are an object here, not text: they stand in the body as the model wrote them, digit for digit. */
function renderCall({ id, name, arguments: args }: ModelCall): string {
  return `{"id":${JSON.stringify(id)},"function":{"name":${JSON.stringify(wellFormed(name))},"arguments":${objectArguments(args)}}}`;
}

/** A duration such as `30m`; a number without a unit is seconds, which the server takes only as a number. */
const renderKeepAlive = (duration: string): string =>
  /^-?\d{1,9}$/.test(duration) ? String(Number(duration)) : JSON.stringify(duration);

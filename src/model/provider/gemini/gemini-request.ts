import { defined } from '../../../base/defined.js';
import { projectGemini } from '../../../schema/project-gemini.js';
import type { Message } from '../../message.js';
import type { ModelRequest, ToolChoice } from '../../model.js';
import { imagesBehindResults } from '../../result-images.js';
import type { RequestSettings } from '../protocol.js';
import { remembered, wellFormed } from '../wire.js';
import { thinkingConfig } from './gemini-generation.js';
import { renderAnswer, renderResult, renderUserParts } from './gemini-message.js';

/** The body of a request to the Gemini API. Each message is written once in its life, whatever the round. */
export function renderGeminiRequest(
  { messages, tools, toolChoice }: Omit<ModelRequest, 'signal'>,
  { model, maxOutputTokens, thinking }: RequestSettings,
): string {
  const system = messages.filter((message) => message.role === 'system' && message.text !== '');
  const instruction = system.length === 0 ? '' : `,"systemInstruction":{"parts":[${system.map(systemPart).join(',')}]}`;
  const offered = tools.length === 0 ? '' : `,"tools":${renderTools(tools)}${renderChoice(toolChoice)}`;
  const config = { maxOutputTokens, thinkingConfig: thinkingConfig(model, thinking) };
  const generation = Object.values(config).every((value) => value === undefined)
    ? ''
    : `,"generationConfig":${JSON.stringify(config)}`;
  return `{"contents":[${renderContents(messages, model).join(',')}]${instruction}${offered}${generation}}`;
}

const systemPart = remembered((message: Message) => JSON.stringify({ text: wellFormed(message.text) }));

type Speaker = 'user' | 'model';

/** The turns of the conversation: user and model in turn, the results of a round together in one. */
function renderContents(messages: readonly Message[], model: string): readonly string[] {
  const contents: string[] = [];
  let role = 'user' as Speaker;
  let parts: string[] = [];
  let ids: ReadonlyMap<string, string> = new Map();

  const add = (speaker: Speaker, said: readonly string[]): void => {
    if (said.length === 0) return;
    if (speaker !== role) close();
    role = speaker;
    for (const part of said) parts.push(part);
  };
  const close = (): void => {
    if (parts.length > 0) contents.push(`{"role":"${role}","parts":[${parts.join(',')}]}`);
    parts = [];
  };

  for (const message of imagesBehindResults(messages)) {
    if (message.role === 'user') add('user', renderUserParts(message));
    if (message.role === 'tool') add('user', [renderResult(message, ids.get(message.callId))]);
    if (message.role !== 'assistant') continue;
    const answer = renderAnswer(message, model);
    ids = answer.ids;
    add('model', answer.parts);
  }
  // The user has the last word, and one at all: a turn that goes on where the model broke off, or from nothing, says so.
  if (parts.length === 0 || role === 'model') add('user', ['{"text":"Go on."}']);
  close();
  return contents;
}

const renderTools = remembered((tools: ModelRequest['tools']) => {
  const functionDeclarations = tools.map(({ name, description, parameters }) => {
    const projected = projectGemini(parameters);
    return { name, description, ...defined({ parametersJsonSchema: projected }) };
  });
  return JSON.stringify([{ functionDeclarations }]);
});

function renderChoice(choice: ToolChoice | undefined): string {
  if (choice === undefined || choice === 'auto') return '';
  const mode = choice === 'none' ? 'NONE' : 'ANY';
  const named = typeof choice === 'string' ? {} : { allowedFunctionNames: [choice.name] };
  return `,"toolConfig":${JSON.stringify({ functionCallingConfig: { mode, ...named } })}`;
}

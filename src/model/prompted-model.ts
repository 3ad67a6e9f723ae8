import type { Dialect } from '../dialect/dialect.js';
import { doorName } from '../tool/catalog/door.js';
import type { Model, ModelRequest } from './model.js';
import { overModel } from './over-model.js';
import { createPromptMessages } from './prompt-messages.js';
import { remembered } from './provider/wire.js';
import { createWrittenCalls } from './written-calls.js';

export interface PromptedOptions {
  /** The text format in which the model is told of tools, and reads calls and results. */
  readonly dialect: Dialect;
  /** What its answers are read by; the same when absent. */
  readonly reading?: Dialect;
  /** Calls in code blocks count, too. */
  readonly inCode?: boolean;
  /** What the model is told of the tools is a system message of its own, before that of the conversation. */
  readonly promptApart?: boolean;
  /** Calls and results stay what they are, instead of text, in what the model is sent of the conversation. */
  readonly keepsCalls?: boolean;
}

/** The model, told of its tools in the prompt. Only the dialects that are named are loaded with this. */
export function promptedModel(model: Model, options: PromptedOptions): Model {
  const { dialect, reading = dialect, inCode = false } = options;
  const rewrite = createPromptMessages(dialect, options);
  return overModel(model, (request, emit) => {
    // Who prompts it above reads it, too.
    if (request.raw === true) return model.stream(request, emit);
    const { toolChoice: _, found: __, ...rest } = request;
    // Text names any tool: no door is needed.
    const told = { ...request, tools: withoutDoor(request.tools) };
    const written = createWrittenCalls({ dialect: reading, inCode, request: told }, emit);
    return model.stream({ ...rest, messages: rewrite(told), tools: noTools, raw: true }, written);
  });
}

const withoutDoor = remembered((tools: ModelRequest['tools']): ModelRequest['tools'] =>
  tools.some(({ name }) => name === doorName) ? tools.filter(({ name }) => name !== doorName) : tools,
);

const noTools = [] as const;

/** The model, with the calls of one dialect read from the text of an answer that has none by the API. */
export const readDialect = (model: Model, options: Pick<PromptedOptions, 'dialect' | 'inCode'>): Model =>
  overModel(model, (request, emit) => model.stream(request, createWrittenCalls({ ...options, request }, emit)));

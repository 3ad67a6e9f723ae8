import type { TagFormat } from './call-body.js';
import type { Dialect } from './dialect.js';
import { close, HermesBody, open } from './hermes-body.js';
import { renderHermesCalls, renderHermesPrompt, renderHermesResults } from './hermes-render.js';
import { MessageReader } from './message-reader.js';

const format: TagFormat = {
  open,
  close,
  result: '<tool_response>',
  createBody: (calls) => new HermesBody(calls),
};

/**
 * `<tool_call>{"name": …, "arguments": {…}}</tool_call>`, results in `<tool_response>`, reasoning in `<think>`: what
 * Hermes, Qwen and many other open models were trained on.
 */
export const hermes: Dialect = {
  name: 'hermes',
  createParser: (_options, emit) => new MessageReader(format, emit),
  renderPrompt: renderHermesPrompt,
  renderCalls: renderHermesCalls,
  renderResults: renderHermesResults,
};

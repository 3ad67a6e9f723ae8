import { lastToolCall } from '../../dialect/format/json/last-tool-call.js';
import type { Model } from '../../model/model.js';
import { promptedModel } from '../../model/prompted-model.js';
import { createAstraHistory } from './astra-history.js';
import { renderAstraTools } from './astra-prompt.js';
import { streamOnce } from './astra-stream.js';

export const astraDialect = { ...lastToolCall, renderPrompt: renderAstraTools };

interface SpeakOptions {
  /** The model is told of what it called in vain. */
  readonly tellsDropped: boolean;
}

/**
 * The tools are text of the prompt and calls are text of the answer, while calls and results stay messages of their own.
 * The newest of the conversation is sent, as far as it fits.
 */
export function speakAstra(model: Model, { tellsDropped }: SpeakOptions): Model {
  const select = createAstraHistory();
  const plain = over(model, (request, emit) =>
    streamOnce(model, { ...request, messages: select(request.messages) }, emit),
  );
  const prompted = promptedModel(plain, { dialect: astraDialect, inCode: true, keepsCalls: true });
  if (!tellsDropped) return prompted;
  return over(prompted, (request, emit) =>
    prompted.stream(request, (event) =>
      emit(event.type === 'problem' && event.code === 'call-ignored' ? { ...event, rejected: true } : event),
    ),
  );
}

/** The same model, asked another way. */
const over = (model: Model, stream: Model['stream']): Model => ({
  name: model.name,
  get contextTokens() {
    return model.contextTokens;
  },
  stream,
});

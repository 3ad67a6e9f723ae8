import type { Message } from '../../message.js';
import type { ModelEvent, ModelFailure, ModelRequest } from '../../model.js';
import { withoutResultImages } from '../../result-images.js';
import { remembered } from '../wire.js';

type Sight =
  | { readonly request: ModelRequest; readonly problem?: ModelEvent & { readonly type: 'problem' } }
  | { readonly failure: ModelFailure };

/**
 * The request as a model that sees, or does not (`vision` false), can take it. A picture it is just shown is a failure:
 * the server would drop it and the model would guess. Those of earlier messages, shown to another model, are left out.
 */
export function forSight(request: ModelRequest, vision: boolean | undefined, model: string): Sight {
  if (vision !== false) return { request };
  const { messages } = request;
  const last = messages.findLast(({ role }) => role === 'user');
  if (last !== undefined && hasImages(last)) {
    const message = `${model} cannot see pictures. Use a model that can (\`ollama show NAME\` lists vision among its capabilities), or describe the picture in words.`;
    return { failure: { kind: 'bad-request', message } };
  }
  const seen = withoutResultImages(messages);
  if (seen === messages && !messages.some(hasImages)) return { request };
  const message = `${model} cannot see pictures: those of earlier messages and of results were left out.`;
  return {
    request: { ...request, messages: seen.map((one) => (hasImages(one) ? withoutImages(one) : one)) },
    problem: { type: 'problem', code: 'images-left-out', message },
  };
}

const hasImages = (message: Message): boolean =>
  message.role === 'user' && message.images !== undefined && message.images.length > 0;

const withoutImages = remembered(
  ({ text }: Message): Message => ({ role: 'user', text: `${text}\n[A picture was shown here that you cannot see.]` }),
);

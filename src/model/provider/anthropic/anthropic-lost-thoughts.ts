import type { Message } from '../../message.js';
import type { Model, ModelEvent, ModelFailure } from '../../model.js';

/**
 * A signed thought counts only within the conversation it was thought in: once the system prompt or the tools change, or
 * with another account, newer models refuse it, and would refuse every further request. As Anthropic advises, the request
 * is then sent once more without any thought, and those thoughts are never sent again.
 * https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting
 */
export function withoutLostThoughts(model: Model, lost: WeakSet<Message>): Model {
  return {
    name: model.name,
    async stream(request, emit) {
      let refused: ModelFailure | undefined;
      let begun = false;
      await model.stream(request, (event) => {
        if (!begun && isRefusedThought(event) && hasThoughts(request.messages, lost)) refused = event.failure;
        else emit(event);
        begun ||= event.type !== 'retry';
      });
      if (refused === undefined) return;
      for (const message of request.messages) {
        if (message.role === 'assistant' && message.carry !== undefined) lost.add(message);
      }
      emit({ type: 'problem', code: 'thoughts-left-out', message });
      await model.stream(request, emit);
    },
  };
}

const message =
  'The server did not take back what the model thought earlier, because the system prompt, the tools or the account changed since. The request was sent again without those thoughts.';

const refusedWords =
  /invalid .?signature.? in .?thinking.? block|.?thinking.? .{0,40}blocks .{0,60}cannot be modified/i;

function isRefusedThought(event: ModelEvent): event is Extract<ModelEvent, { type: 'failure' }> {
  return event.type === 'failure' && event.failure.kind === 'bad-request' && refusedWords.test(event.failure.message);
}

function hasThoughts(messages: readonly Message[], lost: WeakSet<Message>): boolean {
  return messages.some((one) => one.role === 'assistant' && one.carry !== undefined && !lost.has(one));
}

import type { ModelEvent, ModelRequest } from '../../model.js';

type Emit = (event: ModelEvent) => void;

/** Reports an answer without the call that was demanded, for APIs that can only be asked for one in words. */
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

import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../../model/model.js';

/**
 * Sends one request, and never again by itself. The answer ends where the model goes on with words that only the person or
 * the program may say.
 */
export async function streamOnce(
  model: Model,
  request: ModelRequest,
  emit: (event: ModelEvent) => void,
): Promise<void> {
  const own = new AbortController();
  let failure: ModelFailure | undefined;
  let ended = false;
  const text = createTurnCut((piece) => emit({ type: 'text', text: piece }));

  const end = (event: Ending): void => {
    if (ended) return;
    ended = true;
    if (!text.cut) text.end();
    for (const last of endOf(event)) emit(last);
  };

  const endOf = (event: Ending): readonly ModelEvent[] => {
    if (request.signal.aborted) return [event];
    if (failure !== undefined) return [{ type: 'failure', failure }];
    return text.cut ? inventedTurn : [event];
  };

  const take = (event: ModelEvent): void => {
    if (event.type === 'stop' || event.type === 'failure') end(event);
    else if (own.signal.aborted && event.type !== 'usage') return;
    else if (event.type === 'retry') failure = event.retry.failure;
    else if (event.type === 'text') text.push(event.text);
    else emit(event);
    if (failure !== undefined || text.cut) own.abort();
  };

  await model.stream({ ...request, signal: AbortSignal.any([request.signal, own.signal]) }, take);
}

type Ending = Extract<ModelEvent, { type: 'stop' | 'failure' }>;

const inventedTurn: readonly ModelEvent[] = [
  {
    type: 'problem',
    code: 'turn-invented',
    message: 'The model went on in the name of somebody else. Its answer ends before that.',
  },
  { type: 'stop', reason: 'answered' },
];

interface TurnCut {
  readonly cut: boolean;
  push(text: string): void;
  end(): void;
}

/** Hands text on up to the line that begins with the name of another speaker, not within a call or a thought. */
function createTurnCut(say: (text: string) => void): TurnCut {
  const open = new Set<string>();
  let all = '';
  let said = 0;
  let searched = 0;
  let cut = false;
  const sayTo = (end: number): void => {
    if (end > said) say(all.slice(said, end));
    said = Math.max(said, end);
  };
  return {
    get cut() {
      return cut;
    },
    push(text) {
      if (cut) return;
      all += text;
      marks.lastIndex = searched;
      for (let found = marks.exec(all); found !== null; found = marks.exec(all)) {
        const [mark] = found;
        searched = marks.lastIndex;
        if (mark.startsWith('</')) open.delete(mark.slice(2).toLowerCase());
        else if (mark.startsWith('<')) open.add(mark.slice(1).toLowerCase());
        else if (open.size === 0) {
          cut = true;
          sayTo(found.index);
          return;
        }
      }
      searched = Math.max(searched, all.length - longestMark);
      const line = all.lastIndexOf('\n');
      sayTo(line >= 0 && all.length - line < longestMark ? line : all.length);
    },
    end: () => sayTo(all.length),
  };
}

const marks = /<\/?(?:tool_call|think)>|\n(?:User|Human|Memory):/gi;
const longestMark = '</tool_call>'.length;

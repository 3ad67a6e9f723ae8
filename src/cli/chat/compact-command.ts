import { unwrap } from '../../client/reply.js';
import { compactingWords, compactionWords } from '../view/compaction-words.js';
import type { Chat } from './chat-state.js';

/** `/compact`: makes what the model reads of the conversation shorter. Ctrl+C leaves it as it was. */
export async function compactInChat({ port, session, screen, style, input }: Chat): Promise<void> {
  const { id, watch } = session;
  const stop = watch.on((told) => {
    if ('event' in told && told.event.type === 'history-compacting') screen.line(style.dim(compactingWords));
  });
  input.onInterrupt(() => void port.stop({ session: id }));
  try {
    const compacted = unwrap(await port.compact({ session: id }));
    screen.prose(compacted === null ? 'Nothing was made shorter.' : compactionWords(compacted));
  } finally {
    stop();
    input.onInterrupt(() => {});
  }
}

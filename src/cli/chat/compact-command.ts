import { compactingWords, compactionWords } from '../view/compaction-words.js';
import type { Chat } from './chat-state.js';

/** `/compact`: makes what the model reads of the conversation shorter. Ctrl+C leaves it as it was. */
export async function compactInChat({ session, screen, style, input }: Chat): Promise<void> {
  const stop = session.on((event) => {
    if (event.type === 'history-compacting') screen.line(style.dim(compactingWords));
  });
  input.onInterrupt(() => session.cancel());
  try {
    const compacted = await session.compact();
    screen.prose(compacted === undefined ? 'Nothing was made shorter.' : compactionWords(compacted));
  } finally {
    stop();
    input.onInterrupt(() => {});
  }
}

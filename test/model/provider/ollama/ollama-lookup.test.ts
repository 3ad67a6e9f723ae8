import { describe, expect, test } from 'vitest';
import { createLookup } from '../../../../src/model/provider/ollama/ollama-lookup.js';
import { verifies } from '../../../requirements.js';

/** A look-up whose answers are given by hand. */
function slow(keepMs: number) {
  const asked: { signal: AbortSignal; answer: (found: string) => void }[] = [];
  const ask = createLookup<string>({
    look: (signal) => new Promise((answer) => asked.push({ signal, answer })),
    keepMs: () => keepMs,
  });
  return { asked, ask };
}
const never = new AbortController().signal;

describe('a look-up', () => {
  test('is made once for all who ask, and kept', async () => {
    verifies('models.ollama.abilities');
    const { asked, ask } = slow(Number.POSITIVE_INFINITY);
    const all = Promise.all([ask(never), ask(never), ask(never)]);
    asked[0]?.answer('found');
    expect(await all).toEqual(['found', 'found', 'found']);
    expect(await ask(never)).toBe('found');
    expect(asked).toHaveLength(1);
  });

  test('that does not count for long is made again', async () => {
    const { asked, ask } = slow(0);
    const first = ask(never);
    asked[0]?.answer('old');
    expect(await first).toBe('old');
    const second = ask(never);
    asked[1]?.answer('new');
    expect(await second).toBe('new');
  });

  test('goes on for those who still wait, and ends with the last of them', async () => {
    verifies('models.ollama.abilities');
    const { asked, ask } = slow(1000);
    const [one, two] = [new AbortController(), new AbortController()];
    const [first, second] = [ask(one.signal), ask(two.signal)];
    one.abort();
    expect(await first).toBe('cancelled');
    expect(asked[0]?.signal.aborted).toBe(false);
    two.abort();
    expect(await second).toBe('cancelled');
    expect(asked[0]?.signal.aborted).toBe(true);
    const third = ask(never);
    asked[0]?.answer('late');
    asked[1]?.answer('right');
    expect(await third).toBe('right');
    expect(await ask(AbortSignal.abort())).toBe('cancelled');
  });
});

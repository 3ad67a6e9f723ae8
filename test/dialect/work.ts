/**
 * Counts what text work a run does: characters looked at, copied, searched or parsed. The same run always counts the
 * same, on any machine, so that a test can tell linear from quadratic without a clock.
 */
export function countWork(run: () => void): number {
  let work = 0;
  const undo: (() => void)[] = [];
  const count = <Owner extends object, Key extends keyof Owner>(owner: Owner, key: Key, cost: Cost): void => {
    const original = owner[key] as (...args: unknown[]) => unknown;
    const counted = function (this: unknown, ...args: unknown[]): unknown {
      const result = original.apply(this, args);
      work += cost(this, args, result);
      return result;
    };
    Object.assign(owner, { [key]: counted });
    undo.push(() => Object.assign(owner, { [key]: original }));
  };
  for (const key of ['slice', 'substring', 'trim', 'trimStart', 'trimEnd', 'replaceAll', 'split'] as const) {
    count(String.prototype, key, (text, _, result) => (key === 'slice' ? lengthOf(result) : lengthOf(text)));
  }
  for (const key of ['indexOf', 'includes'] as const) {
    count(String.prototype, key, (text, args, result) => {
      const from = typeof args[1] === 'number' ? args[1] : 0;
      return 1 + (typeof result === 'number' && result >= 0 ? result : lengthOf(text)) - from;
    });
  }
  count(String.prototype, 'charCodeAt', () => 1);
  count(String.prototype, 'startsWith', (_, args) => lengthOf(args[0]));
  count(String.prototype, 'endsWith', (_, args) => lengthOf(args[0]));
  count(JSON, 'parse', (_, args) => lengthOf(args[0]));
  try {
    run();
  } finally {
    for (const one of undo) one();
  }
  return work;
}

type Cost = (text: unknown, args: readonly unknown[], result: unknown) => number;

const lengthOf = (text: unknown): number => (typeof text === 'string' ? text.length : String(text).length);

import type { Usage } from '../model/model.js';
import type { Spent } from './meter.js';

/** What a million tokens cost. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Input a cache held; as other input when absent. */
  readonly cachedInput?: number;
}

/** Prices by the name of a model; one that ends in `*` is for all whose names begin so. */
export type Prices = Readonly<Record<string, Price>>;

/** The price of a model: its own, else the one whose beginning of the name is longest. */
export function findPrice(prices: Prices, model: string): Price | undefined {
  if (Object.hasOwn(prices, model)) return prices[model];
  const fitting = Object.keys(prices).filter((name) => name.endsWith('*') && model.startsWith(name.slice(0, -1)));
  const [longest] = fitting.sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : prices[longest];
}

/** What an answer used; without a price it costs nothing that could be counted. */
export function spentBy(usage: Usage, price: Price | undefined): Spent {
  const tokens = usage.inputTokens + usage.outputTokens;
  return { tokens, cost: price === undefined ? 0 : costOf(usage, price) };
}

function costOf({ inputTokens, outputTokens, cachedInputTokens = 0 }: Usage, price: Price): number {
  const { input, output, cachedInput = input } = price;
  const whole = Math.max(0, inputTokens - cachedInputTokens);
  return (whole * input + cachedInputTokens * cachedInput + outputTokens * output) / 1_000_000;
}

import { nearest } from '../../base/nearest.js';
import type { OnAsk } from '../../run/question.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

const rules = ['deny', 'abort', 'park'] as const;
const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
/** As long as a timer can wait. */
const maxWaitMs = 2 ** 31 - 1;

/** `deny`, `abort`, `park` or `wait=5m`. */
export function parseOnAsk(text: string): Exclude<OnAsk, 'person'> {
  const rule = rules.find((one) => one === text);
  if (rule !== undefined) return rule;
  const [, count, unit] = /^wait=(\d{1,9}(?:\.\d{1,3})?)([smh])$/.exec(text) ?? [];
  const waitMs = Number(count) * (units[unit ?? ''] ?? Number.NaN);
  if (waitMs > 0 && waitMs <= maxWaitMs) return { waitMs };
  const near = nearest(text, rules);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const long = waitMs > maxWaitMs ? ' The longest wait is 596h.' : '';
  throw usageError(
    `--on-ask ${safeLine(text)}: use deny, abort, park or wait=TIME such as wait=30s, wait=5m or wait=1h.${long}${hint}`,
    'run',
  );
}

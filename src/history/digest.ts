import { cutEnd } from '../base/text.js';
import { boundTokens } from './bound-tokens.js';
import type { Ledger, LedgerCall } from './ledger.js';

/** What the record says of the past, for when no model has summarised it: the same for the same events. */
export function renderDigest(
  ledger: Ledger,
  { before, tokens }: { readonly before: string | undefined; readonly tokens: number },
): string {
  const { earlier, calls, changed, lastAnswer } = ledger;
  const parts = [
    ...(before === undefined ? [] : [`Told before:\n${boundTokens(before, Math.floor(tokens * 0.4))}`]),
    ...listOf('The user asked:', earlier.map(({ text }) => quoted(text, 160)).slice(-8)),
    ...(changed.size === 0
      ? []
      : [
          `Files changed: ${[...changed]
            .slice(-30)
            .map((path) => quoted(path, 200))
            .join(', ')}`,
        ]),
    ...listOf('The last calls:', calls.slice(-12).map(callLine)),
    ...(lastAnswer === '' ? [] : [`The last thing you said: ${quoted(lastAnswer, 600)}`]),
  ];
  return boundTokens(parts.join('\n'), tokens);
}

/** A call that was denied, and why. */
export const denialLine = ({ name, arguments: args, text }: LedgerCall): string =>
  `${cutEnd(name, 60)} ${quoted(args, 160)}: ${quoted(text, 120)}`;

const callLine = ({ name, arguments: args, outcome }: LedgerCall): string =>
  `${cutEnd(name, 60)} ${quoted(args, 120)}: ${outcome}`;

const listOf = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [[title, ...lines.map((line) => `- ${line}`)].join('\n')];

/** In quotes, so that nothing of it reads as a part of the digest. */
const quoted = (text: string, max: number): string =>
  JSON.stringify(text.length > max ? `${cutEnd(text, max - 1)}…` : text);

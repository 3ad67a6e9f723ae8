import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { actionAhead, takesLabel } from './action-ahead.js';
import { fence, readFenced } from './fenced-calls.js';
import { readMarked } from './marked-json.js';
import type { PlainRules } from './rules.js';

export interface ActionOptions {
  readonly dialect: string;
  readonly rules: PlainRules;
  readonly howTo: string;
}

/** `Action:` with JSON behind it, in a fence or alone. */
export const actionJson = ({ dialect, rules, howTo }: ActionOptions): Opener => ({
  dialect,
  text: 'Action',
  at: 'line',
  starts: (ahead, context) => {
    const told = actionAhead(ahead, context, rules);
    return told === undefined ? undefined : told === 'json';
  },
  read: (body) => readActionJson(body, { rules, howTo }),
});

/** Reads behind the word `Action`. */
export function* readActionJson(
  body: Body,
  options: { readonly rules: PlainRules; readonly howTo: string },
): Reading<BodyEnd> {
  const { input } = body;
  yield* takesLabel(input);
  yield* input.space();
  if (!(yield* input.takes(fence))) return yield* readMarked(body, options.howTo);
  return yield* readFenced(body, options);
}

import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Input, Reading } from '../../read/input.js';
import { type ToolTable, withoutTokens } from '../../read/tool-table.js';
import { type BareJsonOptions, readMarked } from './bare-json.js';
import { callAhead } from './call-ahead.js';
import { answerNames } from './call-value.js';
import { fence, fenceAhead, readFenced } from './fenced-calls.js';
import type { PlainRules } from './rules.js';
import { takesNothing } from './text-arguments.js';

/** `Action:` with JSON behind it, in a fence or alone. */
export const actionJson = ({ rules, howTo }: BareJsonOptions): Opener => ({
  text: 'Action',
  at: 'line',
  starts: (ahead, context) => {
    const told = actionAhead(ahead, context, rules);
    return told === undefined ? undefined : told === 'json';
  },
  read: (body) => readActionJson(body, { rules, howTo }),
});

/** Reads behind the word `Action`. */
export function* readActionJson(body: Body, options: BareJsonOptions): Reading<BodyEnd> {
  const { input } = body;
  yield* takesLabel(input);
  yield* input.space();
  if (!(yield* input.takes(fence))) return yield* readMarked(body, options.howTo);
  return yield* readFenced(body, options);
}

/** The number and the colon behind `Action`, also in bold. */
const label = /^(?: ?\d{1,3})?(?:\*\*)?:(?:\*\*)?/;
const labelBegins = /^(?: ?\d{0,3})?\*{0,2}$/;

/** Behind the line of the name. */
const inputLabel = /^(?:\*\*)?Action ?\d{0,3} ?Input/i;
const inputBegins = /^\*{0,2}(?:A(?:c(?:t(?:i(?:o(?:n(?: ?\d{0,3} ?(?:I(?:n(?:p(?:u)?)?)?)?)?)?)?)?)?)?)?$/i;

/** What follows the word `Action`: JSON, the line with a name, or nothing that is a call. */
export function actionAhead(
  ahead: string,
  context: AheadContext,
  rules: PlainRules,
): 'json' | 'name' | 'none' | undefined {
  const told = actionFollows(ahead, context, rules);
  return told === undefined && context.ended ? 'none' : told;
}

function actionFollows(ahead: string, context: AheadContext, rules: PlainRules): 'json' | 'name' | 'none' | undefined {
  const found = label.exec(ahead);
  if (found === null) return labelBegins.test(ahead) ? undefined : 'none';
  const rest = ahead.slice(found[0].length).trimStart();
  if (rest === '' || rest === '*' || (rest.length < fence.length && fence.startsWith(rest))) return undefined;
  const json = (told: boolean | undefined) =>
    told === undefined ? undefined : told ? ('json' as const) : ('none' as const);
  if (rest.startsWith(fence)) return json(fenceAhead(rest.slice(fence.length), context, rules));
  if (/^\[?\s*\{/.test(rest)) return json(callAhead(rest, context, rules));
  if (/^\[\s*$/.test(rest)) return undefined;
  return nameFollows(rest, context, rules);
}

function nameFollows(rest: string, { tools, ended }: AheadContext, { named }: PlainRules): 'name' | 'none' | undefined {
  const end = rest.indexOf('\n');
  const line = end === -1 ? rest : rest.slice(0, end);
  const { name, input } = readActionLine(line);
  if (end === -1 && !ended) return mayBeName(line, tools, named) ? undefined : 'none';
  if (!isActionName(name, tools, named)) return 'none';
  if (input !== undefined) return named || tools.has(name) ? 'name' : 'none';
  const behind = end === -1 ? '' : rest.slice(end).trimStart();
  if (inputLabel.test(behind)) return 'name';
  if (!ended && inputBegins.test(behind)) return undefined;
  return behind === '' && (named || takesNothing(name, tools)) ? 'name' : 'none';
}

/** Whether a line that goes on may still name a tool. */
function mayBeName(line: string, tools: ToolTable, named: boolean): boolean {
  const { name } = readActionLine(line.trimEnd());
  const word = name.split(/[([]|(?<=.)</, 1)[0] ?? '';
  if (word === '' || [...answerNames, 'Finish'].some((one) => one.startsWith(word) || word.startsWith(one)))
    return true;
  if (!tools.told || named) return /^[\p{L}_][\p{L}\p{N}_.:/-]*$/u.test(word);
  return tools.names.some((one) => one.startsWith(word) || word.startsWith(one));
}

/** Whether this names what is to be done: a tool, or the answer. */
function isActionName(written: string, tools: ToolTable, named: boolean): boolean {
  const name = withoutTokens(written);
  if (tools.has(name) || answerNames.includes(name)) return true;
  return (
    (named || !tools.told) && /^[\p{L}_][\p{L}\p{N}_.:/-]*$/u.test(name) && !/^(?:none|n\/a|null|final|no)$/i.test(name)
  );
}

export interface ActionLine {
  readonly name: string;
  /** What stands behind it in brackets. */
  readonly input?: { readonly text: string; readonly whole: string; readonly call: boolean };
}

/** The name in a line, without the marks around it; `search("x")` and `search[x]` carry the input with them. */
export function readActionLine(line: string): ActionLine {
  const whole = line.trim().replace(/^[*`"'\s]+|[*`"'\s]+$/g, '');
  const bare = whole.replace(/^\[([^[\]]*)\]?$/, '$1').replace(/^[`"'\s]+|[`"'\s]+$/g, '');
  const [, name, open, text] = /^([\p{L}_][\p{L}\p{N}_.:-]*)([([])(.*)[)\]]$/su.exec(bare) ?? [];
  if (name === undefined || text === undefined) return { name: bare };
  return { name, input: { text, whole: bare, call: open === '(' } };
}

/** Takes the rest of a label: the colon, and the marks around it. */
export function* takesLabel(input: Input): Reading<void> {
  yield* input.takeWhile((code) => code !== 0x3a && code !== 0x0a, 16);
  yield* input.takes(':');
  yield* input.takes('**');
}

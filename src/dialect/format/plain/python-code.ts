import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { parseShape } from '../../value/loose-json.js';
import { type ArgumentsRead, isObject } from '../../value/named-call.js';
import { llamaEnds, pythonTag } from '../marks.js';
import { readTextArguments, textKey } from './text-arguments.js';

const codeTools = ['python', 'ipython', 'code_interpreter'];
const howTo = `Write the code behind ${pythonTag}.`;
const codeStops = new Stops(llamaEnds);

/** Code behind `<|python_tag|>`: the argument of the tool that runs it. Within a line it has to follow at once. */
export const pythonCode: readonly Opener[] = [
  { text: pythonTag, at: 'line', starts: (ahead, context) => codeAhead(ahead.trimStart(), context), read },
  {
    text: pythonTag,
    starts: (ahead, context) => (/^[ \t]/.test(ahead) ? false : codeAhead(ahead.trimStart(), context)),
    read,
  },
];

/** Whether there is a tool that runs code. */
export const takesCode = (tools: ToolTable): boolean => codeTools.some((name) => tools.has(name));

const codeAhead = (rest: string, { tools, ended }: AheadContext): boolean | undefined => {
  if (!takesCode(tools)) return false;
  return rest === '' ? (ended ? false : undefined) : /^[\p{L}\p{N}_#@"'([{%!]/u.test(rest);
};

function* read({ input, tools, calls }: Body): Reading<BodyEnd> {
  const name = codeTools.find((one) => tools.has(one)) ?? 'python';
  const { text, stop } = yield* input.until(codeStops);
  if (stop !== undefined) input.at += stop.length;
  const args = readCode(name, text.trim(), tools);
  if (!args.ok) return calls.rejectCall({ name, why: args.why, hint: howTo });
  return calls.make({ name, arguments: args.text });
}

/** The code itself, or an object with it. */
function readCode(name: string, text: string, tools: ToolTable): ArgumentsRead {
  const known = tools.schemaOf(name) !== undefined;
  const key = known ? textKey(name, tools) : 'code';
  const parsed = text.startsWith('{') ? parseShape(text) : undefined;
  if (parsed?.ok === true && isObject(parsed.value) && key !== undefined && typeof parsed.value[key] === 'string') {
    return { ok: true, text, repairs: [] };
  }
  return known ? readTextArguments(name, text, tools) : { ok: true, text: JSON.stringify({ code: text }), repairs: [] };
}

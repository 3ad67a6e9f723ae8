import { isAbsolute, join } from 'node:path';
import { type Json, parseJson } from '../../base/json.js';
import { isObject } from '../../config/json-path.js';
import { type Mode, modes } from '../../policy/policy.js';
import type { Rule } from '../../policy/rule/rule.js';
import { parseRuleList } from '../../policy/rule/rule-list.js';
import type { PreviewedCall } from '../../session/preview-calls.js';

/** One question to policy, as a line of `policy check --jsonl` puts it. */
export interface CheckLine {
  readonly id: Json;
  readonly call: PreviewedCall;
  readonly mode?: Mode;
  readonly rules?: readonly Rule[];
  /** Whether a person is there to be asked. */
  readonly interactive: boolean;
}

/** Other names of modes, as other tools have them. */
const otherModes: ReadonlyMap<unknown, Mode> = new Map([
  ['default', 'ask'],
  ['auto-edit', 'edit'],
  ['yolo', 'auto'],
]);

/** The most characters of a line. */
export const maxLine = 64 * 1024 * 1024;

/** Answers what is wrong with the line, in words, when it cannot be read. */
export function readCheckLine(line: string): CheckLine | { readonly id: Json; readonly wrong: string } {
  const parsed = parseJson(line, { maxLength: maxLine });
  if (!parsed.ok) return { id: null, wrong: `The line is no JSON: ${parsed.problem.message}.` };
  const { value } = parsed;
  if (!isObject(value))
    return { id: null, wrong: 'The line is no object: write {"id":"1","tool":"read_file","arguments":{"path":"a"}}.' };
  const { id = null, tool, arguments: args = {}, mode, rules, cwd, interactive = true } = value;
  if (typeof tool !== 'string') return { id, wrong: 'The line has no "tool": it is the name of a tool, a string.' };
  if (typeof args !== 'string' && !isObject(args))
    return { id, wrong: '"arguments" has to be an object, or the text a model wrote for it.' };
  if (cwd !== undefined && typeof cwd !== 'string') return { id, wrong: '"cwd" has to be the path of a folder.' };
  if (typeof interactive !== 'boolean') return { id, wrong: '"interactive" has to be true or false.' };
  const named = modes.find((one) => one === mode) ?? otherModes.get(mode);
  if (mode !== undefined && named === undefined) return { id, wrong: `"mode" has to be one of ${modes.join(', ')}.` };
  const listed = rules === undefined ? undefined : parseRuleList(rules, { layer: 'user', file: 'stdin', line: 1 });
  const [problem] = listed?.problems ?? [];
  if (problem !== undefined) return { id, wrong: `In "rules": ${problem.message}` };
  return {
    id,
    call: { name: tool, arguments: cwd === undefined ? textOf(args) : textOf(startIn(cwd, tool, args)) },
    interactive,
    ...(named !== undefined && { mode: named }),
    ...(listed !== undefined && { rules: listed.rules }),
  };
}

const textOf = (args: Json): string => (typeof args === 'string' ? args : JSON.stringify(args));

/** Relative paths start in `cwd`, and so does what looks around without a path. */
function startIn(cwd: string, tool: string, args: Json): Json {
  const read = typeof args === 'string' ? parseJson(args) : { ok: true as const, value: args };
  // What cannot be read is refused on its way, with the reason.
  if (!read.ok || !isObject(read.value)) return args;
  const given = read.value;
  if (tool === 'run_command') return { cwd, ...given };
  const moved = Object.entries(given).map(([key, value]): [string, Json] =>
    pathKeys.has(key) && typeof value === 'string' && !isAbsolute(value) ? [key, join(cwd, value)] : [key, value],
  );
  return { ...(lookers.has(tool) && { path: cwd }), ...Object.fromEntries(moved) };
}

const pathKeys: ReadonlySet<string> = new Set(['path', 'from', 'to']);
const lookers: ReadonlySet<string> = new Set(['list_dir', 'glob', 'grep']);

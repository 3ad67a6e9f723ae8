import { isAbsolute, join } from 'node:path';
import { defined } from '../../base/defined.js';
import { type Json, parseJson } from '../../base/json.js';
import { plural } from '../../base/text.js';
import { isObject } from '../../config/json-path.js';
import { type Mode, modes } from '../../policy/policy.js';
import type { Rule } from '../../policy/rule/rule.js';
import { parseRuleList } from '../../policy/rule/rule-list.js';
import { checkExamples as failedExamples } from '../../session/check-examples.js';
import type { CallPreview, PreviewedCall } from '../../session/preview-calls.js';
import { answerLines } from '../answer-lines.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { escapeUnseen } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { openPolicyContext, type PolicyContext, previewIn } from './policy-context.js';

/** `toolwright policy check`: what policy says of many calls, or whether the rules do as their examples say. Nothing is run. */
export function checkCommand(invocation: Invocation, host: Host): Promise<number> {
  const [asked, ...others] = (['jsonl', 'examples'] as const).filter((name) => invocation.flag(name));
  if (asked === undefined || others.length > 0)
    throw usageError('To decide one call a line, give --jsonl; to check the rules, --examples.', 'policy check');
  return asked === 'jsonl' ? decideLines(invocation, host) : checkExamples(invocation, host);
}

/** One question a line, one verdict a line, in their order. */
async function decideLines(invocation: Invocation, host: Host): Promise<number> {
  const context = await openPolicyContext(invocation, host);
  const exit = exitMask(host, context.places.root);
  return answerLines(host, maxLine, async (text) => {
    const line = readCheckLine(text);
    const ok = !('wrong' in line);
    const answer = ok
      ? await answerLine(line, context)
      : { id: line.id, error: { code: 'bad-request', message: line.wrong } };
    return { ok, json: escapeUnseen(JSON.stringify(exit.value(answer))) };
  });
}

async function answerLine({ id, call, mode, rules, interactive }: CheckLine, context: PolicyContext): Promise<object> {
  // The policy alone is asked: that commands are not confined here would make every one of them stricter.
  const look = previewIn(context, {
    sandboxed: true,
    ...defined({ mode, rules }),
  });
  return { id, ...verdictOf(await look(call), interactive) };
}

function verdictOf(preview: CallPreview, interactive: boolean): object {
  if (preview.type === 'refused') {
    const { errorType, message } = preview;
    return { verdict: 'deny', level: 'safe', reasons: [message], facts: [], refused: errorType };
  }
  const { decision, facts } = preview;
  const { verdict, level, reasons } = decision;
  if (verdict === 'ask' && !interactive)
    return { verdict: 'deny', level, reasons: ['nobody is there to be asked', ...reasons], facts };
  return { verdict, level, reasons, facts };
}

/** Whether every rule matches what its examples say. */
async function checkExamples(invocation: Invocation, host: Host): Promise<number> {
  const { rules, places, env } = await openPolicyContext(invocation, host);
  const examples = rules.reduce((sum, { match, miss }) => sum + match.length + miss.length, 0);
  let wrong = 0;
  for (const rule of rules) {
    for (const { message } of await failedExamples([rule], places, env)) {
      wrong += 1;
      host.stdout.write(`${safeLine(`${rule.origin.file}:${rule.origin.line}: ${message}`)}\n`);
    }
  }
  const ended = wrong > 0 ? `${wrong} of them wrong` : 'all as they say';
  const counted = `${plural(rules.length, 'rule')}, ${examples === 0 ? 'no examples' : `${plural(examples, 'example')}, ${ended}`}.`;
  host.stdout.write(rules.length === 0 ? 'There are no rules here.\n' : `${counted}\n`);
  return wrong === 0 ? exitCodes.answered : exitCodes.failed;
}

/** One question to policy, as a line of `policy check --jsonl` puts it. */
interface CheckLine {
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
const maxLine = 64 * 1024 * 1024;

/** Answers what is wrong with the line, in words, when it cannot be read. */
function readCheckLine(line: string): CheckLine | { readonly id: Json; readonly wrong: string } {
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
    ...defined({ mode: named }),
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

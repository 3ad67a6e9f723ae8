import { defined } from '../../../base/defined.js';
import type { Json } from '../../../base/json.js';
import { rawElements, rawMember } from '../../../base/raw-json.js';
import { parseShape } from '../../value/loose-json.js';
import { isObject } from '../../value/named-call.js';
import { type FencedBlock, findFencedBlocks } from './fenced-blocks.js';

/** What a message with an envelope says and asks for. An error always means that nothing of it is done. */
export interface ActionEnvelope {
  readonly assistantText: string;
  readonly actions: readonly EnvelopeAction[];
  /** Entries that were left out because their id stands twice. Other bad entries are left out without a word. */
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  readonly envelopeFound: boolean;
}

export type EnvelopeAction =
  /** `arguments` is the text of a JSON object, as it was written. */
  | { readonly type: 'tool' | 'skill'; readonly id: string; readonly name: string; readonly arguments: string }
  | {
      readonly type: 'subagent';
      readonly id: string;
      /** What it is to do. */
      readonly work: string;
      readonly context?: string;
      readonly allowedTools?: readonly string[];
      readonly maxRounds?: number;
    };

/** The names an envelope may use. */
export const actionNames: { readonly tools: readonly string[]; readonly skills: readonly string[] } = {
  tools: [
    'read_file',
    'preview_write_file',
    'preview_edit_file',
    'apply_file_change',
    'write_file',
    'edit_file',
    'list_dir',
    'grep',
    'run_command',
  ],
  skills: ['search', 'fetch', 'build', 'todos', 'virtual_terminal'],
};

/** Reads a whole message for the one envelope it may hold. Never throws. */
export function parseActionEnvelope(text: string, names = actionNames): ActionEnvelope {
  const { blocks } = findFencedBlocks(text);
  const [block, ...others] = blocks;
  const nothing = { actions: [], warnings: [], errors: [] };
  if (block === undefined) return { ...nothing, assistantText: text.trim(), envelopeFound: false };
  if (others.length > 0) {
    return { ...nothing, assistantText: text.trim(), errors: [severalEnvelopes(blocks.length)], envelopeFound: true };
  }
  const outside = (text.slice(0, block.start) + text.slice(block.end)).trim();
  const body = readActionBody(block, (name, type) => (type === 'tool' ? names.tools : names.skills).includes(name));
  if (!body.ok) return { ...nothing, assistantText: outside, errors: [body.why], envelopeFound: true };
  const assistantText = [outside, body.text].filter((part) => part !== '').join('\n\n');
  const warnings = body.dropped.flatMap(({ cause, why }) => (cause === 'id' ? [why] : []));
  return { assistantText, actions: body.actions, warnings, errors: [], envelopeFound: true };
}

export const severalEnvelopes = (count: number): string =>
  `The message has ${count} envelopes, expected exactly one. Nothing of it was run.`;

export type ActionBody =
  | {
      readonly ok: true;
      /** Its assistant_text. */
      readonly text: string;
      readonly actions: readonly EnvelopeAction[];
      readonly dropped: readonly DroppedEntry[];
    }
  | { readonly ok: false; readonly why: string };

/** An entry that was left out. */
export interface DroppedEntry {
  /** `id`: that of an entry before it; `name`: in no list of names; `shape`: it is not whole. */
  readonly cause: 'id' | 'name' | 'shape';
  readonly why: string;
}

export type KnowsName = (name: string, type: 'tool' | 'skill') => boolean;

/** Reads the body of one envelope. */
export function readActionBody({ tag, body }: FencedBlock, knows: KnowsName): ActionBody {
  const json = body.trim();
  if (json === '') return { ok: false, why: 'The envelope body is empty.' };
  const parsed = parseShape(json);
  if (!parsed.ok) return { ok: false, why: `The envelope JSON is invalid: ${parsed.problem.message}.` };
  const root = parsed.value;
  if (!isObject(root)) return { ok: false, why: 'The envelope root must be a JSON object.' };
  const text = root['assistant_text'];
  const lists = tag === 'yips-agent' ? ([['actions', undefined]] as const) : actionLists;
  const actions: EnvelopeAction[] = [];
  const dropped: DroppedEntry[] = [];
  const ids = new Set<string>();
  for (const [key, type] of lists) {
    const values = root[key];
    if (!Array.isArray(values)) continue;
    const raws = rawElements(json, [key]);
    for (const [at, value] of values.entries()) {
      const action = readEntry(value, raws[at] ?? '', type, knows);
      if ('cause' in action)
        dropped.push({ cause: action.cause, why: `Entry ${at + 1} of ${key} was left out: ${action.why}.` });
      else if (ids.has(action.id)) dropped.push({ cause: 'id', why: duplicateOf(action.id) });
      else {
        ids.add(action.id);
        actions.push(action);
      }
    }
  }
  return { ok: true, text: typeof text === 'string' ? text.trim() : '', actions, dropped };
}

const duplicateOf = (id: string): string =>
  `The id ${JSON.stringify(id.slice(0, 64))} stands twice; only the first entry with it counts.`;

/** The lists of a `yips-tools` fence, and what stands in each. */
export const actionLists = [
  ['tool_calls', 'tool'],
  ['skill_calls', 'skill'],
  ['subagent_calls', 'subagent'],
] as const;

/** One entry as an action; or why it is none. */
function readEntry(
  entry: Json,
  raw: string,
  listed: EnvelopeAction['type'] | undefined,
  knows: KnowsName,
): EnvelopeAction | DroppedEntry {
  if (!isObject(entry)) return notWhole('it is no object');
  const type = listed ?? entry['type'];
  if (type !== 'tool' && type !== 'skill' && type !== 'subagent')
    return notWhole('its type is none of tool, skill and subagent');
  const id = wordOf(entry['id']);
  if (id === undefined) return notWhole('it has no id');
  if (type === 'subagent') return readSubagent(entry, id, knows);
  const name = entry['name'];
  if (typeof name !== 'string' || name.trim() === '') return notWhole('it has no name');
  if (!knows(name, type))
    return { cause: 'name', why: `there is no ${type} named ${JSON.stringify(name.slice(0, 64))}` };
  if (!isObject(entry['arguments'] ?? null)) return notWhole('its arguments are no object');
  return { type, id, name, arguments: rawMember(raw, ['arguments']) ?? '{}' };
}

const notWhole = (why: string): DroppedEntry => ({ cause: 'shape', why });

/** The most rounds a subagent may ask for. */
const maxSubagentRounds = 6;

function readSubagent(
  entry: { readonly [key: string]: Json },
  id: string,
  knows: KnowsName,
): EnvelopeAction | DroppedEntry {
  const work = wordOf(entry['task']);
  if (work === undefined) return notWhole('it has no task');
  const context = wordOf(entry['context']);
  const allowed = entry['allowed_tools'];
  const rounds = entry['max_rounds'];
  const tools = Array.isArray(allowed)
    ? allowed.filter((name) => typeof name === 'string' && knows(name, 'tool'))
    : undefined;
  return {
    type: 'subagent',
    id,
    work,
    ...defined({ context }),
    ...(tools !== undefined && { allowedTools: tools as readonly string[] }),
    ...(typeof rounds === 'number' &&
      Number.isInteger(rounds) &&
      rounds > 0 && { maxRounds: Math.min(rounds, maxSubagentRounds) }),
  };
}

function wordOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

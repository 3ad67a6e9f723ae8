import { randomHex } from '../../../base/id.js';
import type { ToolDefinition } from '../../../tool/tool.js';
import type { DialectCall, DialectMessage, DialectProblem, DialectResult } from '../../dialect.js';
import { escapeMarkup } from '../../markup.js';
import { toolLines } from '../tools-prompt.js';
import { eachCall } from '../write-calls.js';
import { actionLists, actionNames, type EnvelopeAction } from './action-envelope.js';
import type { FenceTag } from './fenced-blocks.js';

/**
 * A skill and a tool are both called by their bare name, for no name is both. A subagent is the call `subagent`, whose
 * arguments are the members of its entry without `type` and `id`. So what is written follows from the name alone.
 */
export function kindOf(name: string): EnvelopeAction['type'] {
  if (name === subagentName) return 'subagent';
  return actionNames.skills.includes(name) ? 'skill' : 'tool';
}

export const subagentName = 'subagent';

/** Ids are unique within a message alone: one that an earlier message has is told apart by a number. */
export const againId = ({ wanted, position }: { readonly wanted?: string; readonly position: number }): string =>
  wanted === undefined ? `call_${randomHex(24)}` : `${wanted}~${position}`;

/** The id as the model wrote it. */
export const writtenId = (id: string): string => id.replace(/~\d+$/, '');

/** All calls in one envelope. */
export function writeActions(tag: FenceTag, calls: readonly DialectCall[]): string | DialectProblem {
  const entries: { readonly kind: EnvelopeAction['type']; readonly text: string }[] = [];
  const written = eachCall(({ id, name, arguments: args, position }) => {
    const kind = kindOf(name);
    const type = tag === 'yips-agent' ? `"type": "${kind}", ` : '';
    const head = `${type}"id": ${JSON.stringify(id === undefined ? `${kind.charAt(0)}${position + 1}` : writtenId(id))}`;
    const members = args.slice(1, -1).trim();
    const rest = kind === 'subagent' ? members : `"name": ${JSON.stringify(name)}, "arguments": ${args}`;
    const text = escapeFence(escapeMarkup(`{${head}${rest === '' ? '' : `, ${rest}`}}`));
    entries.push({ kind, text });
    return text;
  })(calls);
  if (typeof written !== 'string') return written;
  const list = (key: string, texts: readonly string[]): string => `"${key}": [\n${texts.join(',\n')}\n]`;
  const lists = actionLists.flatMap(([key, kind]) => {
    const texts = entries.filter((entry) => entry.kind === kind).map(({ text }) => text);
    return texts.length === 0 ? [] : [list(key, texts)];
  });
  const body =
    tag === 'yips-agent'
      ? list(
          'actions',
          entries.map(({ text }) => text),
        )
      : lists.join(',\n');
  return `\`\`\`${tag}\n{\n${body}\n}\n\`\`\``;
}

export function renderActionPrompt(tag: FenceTag, tools: readonly ToolDefinition[]): string {
  const lists = (['tool', 'skill'] as const).flatMap((kind) => {
    const own = tools.filter(({ name }) => kindOf(name) === kind);
    const head = `${capital(kind)}s, each with its name, what it does and the JSON Schema of its arguments:`;
    return own.length === 0 ? [] : [`${head}\n${escapeFence(toolLines(own))}`];
  });
  const example =
    tag === 'yips-agent'
      ? '{"assistant_text": "What you want to say, if anything", "actions": [{"type": "tool", "id": "t1", "name": "example_tool", "arguments": {"query": "night trains"}}]}'
      : '{"tool_calls": [{"id": "t1", "name": "example_tool", "arguments": {"query": "night trains"}}], "skill_calls": [], "subagent_calls": []}';
  const kinds =
    tag === 'yips-agent'
      ? 'The type of an action is "tool", "skill" or "subagent".'
      : 'Tools go into tool_calls, skills into skill_calls, subagents into subagent_calls.';
  return `# Actions

${lists.join('\n\n')}

To act, write exactly one fenced block in your message, with one JSON object in it:
\`\`\`${tag}
${example}
\`\`\`
${kinds} Every entry needs an id of its own. A subagent has no name and no arguments, but a "task", and may have "context", "allowed_tools" and "max_rounds". Then end your message: the results come as system messages that begin with "Action results:". Never write a result yourself. When there is nothing to do, answer in plain words without a block.`;
}

/** All results, then those of each kind, as system messages. */
export function renderActionResults(results: readonly DialectResult[]): readonly DialectMessage[] {
  const records = results.map(({ id, name, text, isError }) => ({
    kind: kindOf(name),
    json: JSON.stringify({
      kind: kindOf(name),
      callId: writtenId(id ?? ''),
      name,
      status: isError ? 'error' : 'ok',
      output: text,
    }),
  }));
  const message = (title: string, lines: readonly { readonly json: string }[]): DialectMessage => ({
    role: 'system',
    text: `${title} results:\n${escapeFence(escapeMarkup(`[${lines.map(({ json }) => json).join(',\n')}]`))}`,
  });
  const typed = actionLists.flatMap(([, kind]) => {
    const own = records.filter((record) => record.kind === kind);
    return own.length === 0 ? [] : [message(capital(kind), own)];
  });
  return [message('Action', records), ...typed];
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** JSON of the same value without a fence in it. */
export const escapeFence = (json: string): string => json.replace(/```/g, '\\u0060\\u0060\\u0060');

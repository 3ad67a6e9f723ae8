import { defined } from '../../base/defined.js';
import { cutEnd } from '../../base/text.js';
import type { YamlNode } from '../../dialect/value/yaml-node.js';
import { parseFrontMatter, textOf } from '../front-matter.js';
import { type Agent, type AgentFile, generalAgent, isMode } from './agent.js';

export type ParsedAgent =
  | { readonly agent: Agent; readonly notes: readonly string[] }
  | { readonly problem: string; readonly agent?: undefined };

const maxChars = 64_000;
const maxDescription = 500;
const maxTools = 200;
const maxRounds = 1000;
const nameForm = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const toolForm = /^[A-Za-z][A-Za-z0-9_-]{0,127}$/;
const known = new Set(['name', 'description', 'tools', 'model', 'rounds', 'mode']);

/** Reads a file that defines an agent: front matter with what it is, then its prompt. */
export function parseAgent({ path, text }: AgentFile): ParsedAgent {
  const problem = (says: string): ParsedAgent => ({ problem: `${path}: ${says}` });
  if (text.length > maxChars)
    return problem(`it has ${text.length} characters, at most ${maxChars} are read. Shorten it.`);
  const parsed = parseFrontMatter(text);
  if (typeof parsed === 'string') return problem(`${parsed}.`);
  // What an agent may do stands there: it is not guessed.
  if (parsed.loose !== undefined) return problem(`its frontmatter cannot be read: ${parsed.loose}.`);
  const { body } = parsed;
  const values = valuesOf(parsed.fields);
  if (typeof values === 'string') return problem(values);
  const { name = nameOf(path), description, model } = values;
  if (typeof name !== 'string' || !nameForm.test(name))
    return problem('its name must begin with a letter, then letters, digits, _ or -, at most 64. Set name.');
  if (name === generalAgent.name) return problem(`${name} is always there. Give it another name.`);
  if (typeof description !== 'string' || description === '' || description.length > maxDescription)
    return problem(`it needs a description of 1 to ${maxDescription} characters, which says when to use it.`);
  if (hidden.test(description)) return problem('its description has characters that cannot be seen. Remove them.');
  if (body === '') return problem('it has no prompt. Write one under the front matter.');
  if (model !== undefined && (typeof model !== 'string' || model === '' || model.length > 200))
    return problem('model must be the name of one model.');
  const more = boundsOf(values);
  if (typeof more === 'string') return problem(more);
  const unknown = Object.keys(values).filter((key) => !known.has(key));
  const notes = unknown.map((key) => `${path}: ${cutEnd(key, 40)} means nothing here and is left out.`);
  return { agent: { name, description, ...defined({ model }), ...more, prompt: body }, notes };
}

/** What could be used to show a person other words than a model reads. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const nameOf = (path: string): string => (path.split(/[\\/]/).at(-1) ?? '').replace(/\.md$/i, '');

type Values = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Words and lists of words; a text says what is neither. */
function valuesOf(fields: ReadonlyMap<string, YamlNode>): Values | string {
  const values: Record<string, string | readonly string[]> = {};
  for (const [key, node] of fields) {
    const words = node.kind === 'list' ? node.items.flatMap((item) => textOf(item) ?? []) : textOf(node);
    if (words === undefined || (node.kind === 'list' && words.length < node.items.length))
      return `${cutEnd(key, 40)} must be words, or a list of words.`;
    values[key] = words;
  }
  return values;
}

function boundsOf({ tools, rounds, mode }: Values): Pick<Agent, 'tools' | 'rounds' | 'mode'> | string {
  const listed = typeof tools === 'string' ? tools.split(',').map((one) => one.trim()) : tools;
  const names = listed?.filter((one) => one !== '');
  if (names !== undefined && (names.length > maxTools || !names.every((one) => toolForm.test(one))))
    return `tools must be at most ${maxTools} names of tools, such as: tools: [read_file, grep]`;
  if (rounds !== undefined && !(typeof rounds === 'string' && /^[1-9]\d{0,3}$/.test(rounds)))
    return `rounds must be a whole number from 1 to ${maxRounds}.`;
  if (mode !== undefined && !(typeof mode === 'string' && isMode(mode)))
    return 'mode must be one of plan, ask, edit and auto.';
  return {
    ...defined({ tools: names }),
    ...(rounds !== undefined && { rounds: Math.min(maxRounds, Number(rounds)) }),
    ...defined({ mode }),
  };
}

import { firstLine } from '../../base/text.js';
import { type CatalogEntry, serverPrefix } from './catalog-entry.js';

/** How many characters it may have: of names with a line each, of names alone, and of groups with their counts. */
const bounds = { lines: 1000, names: 800, groups: 600 } as const;

/**
 * What a model is told of the entries that no definition was sent of. Few have a line each. Of more only names are told, by
 * server or category; and where those are too many, of the largest groups only how many they have. Of what others wrote it
 * tells names alone, and those only where they are short and plain.
 */
export function renderIndex(entries: readonly CatalogEntry[]): string {
  const groups = groupsOf(entries);
  const lines = entries.length > maxLines ? undefined : linesOf(groups);
  if (lines !== undefined && lines.length <= bounds.lines) return lines;
  const bySize = groups.toSorted((a, b) => b.members.length - a.members.length);
  const named = new Map(groups.map((group) => [group, names(group)]));
  let length = [...named.values()].reduce((sum, text) => sum + text.length + 1, 0);
  const counted: Group[] = [];
  for (const group of bySize) {
    if (length <= bounds.names) break;
    length -= (named.get(group)?.length ?? 0) + 1;
    named.delete(group);
    counted.push(group);
  }
  return [...named.values(), ...(counted.length === 0 ? [] : [counts(counted)])].join('\n');
}

/** More have no room for a line each. */
const maxLines = 30;

interface Group {
  readonly head: string;
  readonly members: CatalogEntry[];
}

function groupsOf(entries: readonly CatalogEntry[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const entry of entries) {
    const head = headOf(entry);
    const group = groups.get(head) ?? { head, members: [] };
    groups.set(head, group);
    group.members.push(entry);
  }
  return [...groups.values()];
}

/** Of a server it is what the names of its tools begin with, so that they need not say it each. */
function headOf({ kind, name, server, category = '' }: CatalogEntry): string {
  if (kind !== 'tool') return `${kind}s`;
  if (server !== undefined && isPlain(server)) return serverPrefix(name, server) || `mcp__${server}__`;
  return isPlain(category) ? category : 'other';
}

const linesOf = (groups: readonly Group[]): string =>
  groups.flatMap((group) => (group.members.every(hasOwnLine) ? group.members.map(line) : [names(group)])).join('\n');

const hasOwnLine = ({ name, writtenBy }: CatalogEntry): boolean => writtenBy === undefined && isPlain(name);

const line = ({ name, description }: CatalogEntry): string =>
  `${name}: ${firstLine(firstSentence(description).replaceAll(/[\p{C}\p{Z}]+/gu, ' '), 80)}`;

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text.slice(0, 500))?.[0] ?? text.slice(0, 500);

/** What cannot be told by its name counts. */
function names({ head, members }: Group): string {
  const told = members.map((entry) => ownName(head, entry)).filter(isPlain);
  const left = members.length - told.length;
  return `${head}: ${[...told, ...(left === 0 ? [] : [`${left} more`])].join(', ')}`;
}

const count = ({ head, members }: Group): string =>
  `${isServer(head) ? head.replaceAll(/^mcp_+|_+$/g, '') : head} (${members.length})`;

/** Of the largest groups how many they have, as many groups as there is room for. */
function counts(groups: readonly Group[]): string {
  const told: string[] = [];
  let room = bounds.groups;
  for (const group of groups) {
    room -= count(group).length + 2;
    if (room < 0) break;
    told.push(count(group));
  }
  const left = groups.length - told.length;
  return `With so many: ${told.join(', ')}${left === 0 ? '' : `, and ${left} more servers or categories`}`;
}

const isServer = (head: string): boolean => /^mcp_.+_$/.test(head);

const ownName = (head: string, { name }: CatalogEntry): string =>
  isServer(head) && name.startsWith(head) ? name.slice(head.length) : name;

/** Names are words of others, too: what could be a sentence, or hides what it says, is not told. */
const isPlain = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]{0,39}$/u.test(name);

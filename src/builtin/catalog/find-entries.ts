import { defined } from '../../base/defined.js';
import { nearest } from '../../base/nearest.js';
import { cutEnd, firstLine } from '../../base/text.js';
import type { Catalog, CatalogEntry } from '../../tool/catalog/catalog-entry.js';
import { leanDefinition } from '../../tool/catalog/lean-definition.js';
import { createSearchIndex, type Hit, type SearchIndex } from '../../tool/catalog/search-index.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { SearchResult, SearchWish } from './search-shape.js';

type FoundHit = SearchResult['hits'][number];

interface Found {
  readonly hits: FoundHit[];
  /** How many more there are. */
  readonly more: number;
  /** Names that nothing has. */
  readonly unknown: string[];
}

const maxHits = 10;
/** Of a group these are enough to say that a query has found more than is shown. */
const maxRanked = 200;

/** What a search finds: by name before server, category and query; within a server or category a query chooses. */
export function findEntries(wish: SearchWish, catalog: Catalog): Found | { readonly failure: ToolFailure } {
  const { tool = '', server = '', category = '', query = '' } = wish;
  if (tool.trim() !== '') return byName(tool, catalog);
  if (server.trim() !== '') return byGroup({ word: server, query, reason: 'server', of: serversOf }, catalog);
  if (category.trim() !== '') return byGroup({ word: category, query, reason: 'category', of: categoriesOf }, catalog);
  const found = worthwhile(indexOf(catalog.entries).search(query, maxHits));
  if (found.length > 0) return { hits: found.map(hitOf), more: 0, unknown: [] };
  return notFound(`Nothing is found by ${quoted(query)}.`, 'Try other words, or one of the categories', [
    ...groupsOf(catalog, categoriesOf),
    ...groupsOf(catalog, serversOf),
  ]);
}

/** What is found is sent: not what has hardly a word of the query beside what has all. */
const worthwhile = (hits: readonly Hit[]): readonly Hit[] =>
  hits.filter(({ score }) => score >= leastShare * (hits[0]?.score ?? 0));

const leastShare = 0.4;

/** Each with all that a call needs. */
function byName(text: string, catalog: Catalog): ReturnType<typeof findEntries> {
  const wanted = [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
  const exact = new Map(wanted.map((name) => [name, exactly(name, catalog)]));
  const unknown = wanted.filter((name) => exact.get(name)?.length === 0).map((name) => cutEnd(name, 100));
  const known = [...new Set([...exact.values()].flat())];
  if (known.length === 0) return noSuchName(text, catalog);
  const hits = known.slice(0, maxHits).map((entry) => {
    const found = hitOf({ entry, score: 10_000, reason: 'exact_name' });
    const definition = catalog.tool(entry.name);
    if (definition === undefined) return found;
    const { help } = definition;
    const { description, parameters } = leanDefinition(definition);
    return { ...found, description, ...defined({ help }), parameters };
  });
  return { hits, more: known.length - hits.length, unknown };
}

/** What is like the name is proposed, and neither shown nor activated: it is not what was asked for. */
function noSuchName(name: string, { entries }: Catalog): { readonly failure: ToolFailure } {
  const meant = nearest(
    name,
    entries.map((entry) => entry.name),
  );
  const like = worthwhile(indexOf(entries).search(name, maxProposed)).map(({ entry }) => entry.name);
  const proposed = [...new Set([...(meant === undefined ? [] : [meant]), ...like])].slice(0, maxProposed);
  const none = `Nothing is named ${quoted(name)}.`;
  if (proposed.length === 0) return { failure: fail('not_found', `${none} Describe in a query what you need.`) };
  const names = proposed.map((one) => cutEnd(one, 60)).join(' or ');
  return { failure: fail('not_found', `${none} Did you mean ${names}? Call again with that name, or with a query.`) };
}

const maxProposed = 3;

/** The one of this name; where there is none, all that go by it, at several servers perhaps. */
function exactly(name: string, { entries }: Catalog): readonly CatalogEntry[] {
  const found = indexOf(entries).search(name, maxHits);
  const named = found.filter(({ reason }) => reason === 'exact_name').map(({ entry }) => entry);
  return named[0]?.name.toLowerCase() === name.toLowerCase() ? named.slice(0, 1) : named;
}

interface GroupWish {
  readonly word: string;
  readonly query: string;
  readonly reason: 'server' | 'category';
  of(entry: CatalogEntry): readonly string[];
}

function byGroup({ word, query, reason, of }: GroupWish, catalog: Catalog): ReturnType<typeof findEntries> {
  const wanted = word.trim().toLowerCase();
  const isMember = (entry: CatalogEntry): boolean =>
    of(entry).some((group) => `${group.toLowerCase()}.`.startsWith(`${wanted}.`));
  const members = catalog.entries.filter(isMember);
  if (members.length === 0) return byNoGroup({ word, query, reason, of }, catalog);
  if (query.trim() === '') {
    const hits = members.slice(0, maxHits).map((entry) => ({ ...hitOf({ entry, score: 1, reason: 'bm25' }), reason }));
    return { hits, more: members.length - hits.length, unknown: [] };
  }
  const ranked = createSearchIndex(members).search(query, maxRanked);
  if (ranked.length === 0) return byGroup({ word, query: '', reason, of }, catalog);
  return { hits: ranked.slice(0, maxHits).map(hitOf), more: Math.max(0, ranked.length - maxHits), unknown: [] };
}

/**
 * Nothing is called so. What a group begins with is meant by it, and `file.read` is what of `file` fits read; else it is taken
 * for a query: a server that nobody has connected to yet is found so.
 */
function byNoGroup({ word, query, reason, of }: GroupWish, catalog: Catalog): ReturnType<typeof findEntries> {
  const groups = groupsOf(catalog, of);
  const [head = '', ...rest] = word.trim().toLowerCase().split('.');
  const meant = head.length < 3 ? undefined : groups.find((group) => group.toLowerCase().startsWith(head));
  if (meant !== undefined && meant.toLowerCase() !== word.trim().toLowerCase())
    return byGroup({ word: meant, query: `${rest.join(' ')} ${query}`, reason, of }, catalog);
  const found = worthwhile(indexOf(catalog.entries).search(`${word} ${query}`, maxHits));
  if (found.length > 0) return { hits: found.map(hitOf), more: 0, unknown: [cutEnd(word.trim(), 100)] };
  return notFound(`There is no ${reason} ${quoted(word)}.`, 'There are', groups);
}

/** Definitions of a search together are bounded: hits behind have a line, and can be asked for by name. */
const maxDefinitions = 6000;

/** The hits with what a call of each takes, the best first, as far as there is room; the first one has it in any case. */
export function withDefinitions(hits: readonly FoundHit[], catalog: Catalog): FoundHit[] {
  let room = maxDefinitions;
  return hits.map((hit, at) => {
    const tool = hit.kind === 'tool' && hit.parameters === undefined ? catalog.tool(hit.name) : undefined;
    if (tool === undefined) return hit;
    const { description, parameters } = leanDefinition(tool);
    room -= description.length + JSON.stringify(parameters).length;
    return room < 0 && at > 0 ? hit : { ...hit, description, parameters };
  });
}

const serversOf = ({ server }: CatalogEntry): readonly string[] => (server === undefined ? [] : [server]);
const categoriesOf = ({ kind, category, alsoIn = [] }: CatalogEntry): readonly string[] =>
  kind === 'tool' ? [...(category === undefined ? [] : [category]), ...alsoIn] : [`${kind}s`];

const groupsOf = ({ entries }: Catalog, of: GroupWish['of']): string[] => [
  ...new Set(entries.flatMap((entry) => [...of(entry)])),
];

const hitOf = ({ entry, score, reason }: Hit): FoundHit => ({
  kind: entry.kind,
  name: entry.name,
  description: firstLine(entry.description, 160),
  score,
  reason,
  ...defined({ used_by: entry.usedBy, written_by: entry.writtenBy }),
});

function notFound(what: string, lead: string, others: readonly string[]): { readonly failure: ToolFailure } {
  const named = others
    .slice(0, 30)
    .map((name) => cutEnd(name, 60))
    .join(', ');
  const advice =
    others.length === 0 ? 'Describe in a query what you need.' : `${lead}: ${named}${others.length > 30 ? ', …' : ''}.`;
  return { failure: fail('not_found', `${what} ${advice}`) };
}

const quoted = (text: string): string => JSON.stringify(cutEnd(text, 100));

const indexes = new WeakMap<readonly CatalogEntry[], SearchIndex>();

/** Built with the first search, and again when the catalog has changed. */
function indexOf(entries: readonly CatalogEntry[]): SearchIndex {
  const known = indexes.get(entries);
  if (known !== undefined) return known;
  const index = createSearchIndex(entries);
  indexes.set(entries, index);
  return index;
}

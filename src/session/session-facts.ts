import { modeWords } from '../agent/mode-words.js';
import { renderUnsent } from '../run/render-unsent.js';
import { type CatalogEntry, toolEntry } from '../tool/catalog/catalog-entry.js';
import { renderIndex } from '../tool/catalog/render-index.js';
import type { Offer } from '../tool/registry.js';
import type { Tool } from '../tool/tool.js';
import type { SessionConversation } from './open-conversation.js';
import type { SessionJudges } from './open-judges.js';
import type { SessionTools } from './open-tools.js';
import type { SessionPlace } from './session-place.js';
import type { KnownFact, News } from './told-facts.js';

/** A fact with the words in which it is told. */
export interface SessionFact extends KnownFact {
  /** Of a tool, a skill or an agent: those are told together. */
  readonly entry?: CatalogEntry;
  readonly tool?: Tool;
  readonly text?: string;
}

/** What the system message and the declared tools say of a session, piece by piece, as it is now. */
export interface SessionFacts {
  now(): readonly SessionFact[];
  /** News as a note for the model. */
  render(news: News<SessionFact>): string;
  /** The tools whose definitions that note holds. */
  defined(news: News<SessionFact>): readonly string[];
}

interface FactsContext {
  readonly place: Pick<SessionPlace, 'profile' | 'workspace' | 'instructions'>;
  readonly tools: Pick<SessionTools, 'exposure' | 'exposed' | 'brought' | 'extensions'>;
  readonly conversation: Pick<SessionConversation, 'todoNote'>;
  readonly judges: Pick<SessionJudges, 'mode'>;
}

export function sessionFacts({ place, tools, conversation, judges }: FactsContext): SessionFacts {
  const { profile, workspace, instructions } = place;
  const { exposure, exposed, brought, extensions } = tools;
  const files = instructions.found.map(
    ({ path, text }): SessionFact => ({
      about: `file ${path}`,
      content: text,
      text: `The instructions in ${path} are others now:\n${text}`,
    }),
  );
  let from: { readonly offer: Offer; readonly entries: readonly CatalogEntry[] } | undefined;
  let entries: readonly SessionFact[] = [];
  /** The same list until something changes: there may be thousands. */
  const entryFacts = (): readonly SessionFact[] => {
    const { fixing } = exposed;
    if (fixing === undefined) return [];
    const offer = exposed.offer();
    if (from?.offer === offer && from.entries === brought.entries) return entries;
    from = { offer, entries: brought.entries };
    const shown = [...offer.tools.values(), ...(offer.inactive?.values() ?? [])];
    entries = [
      ...shown.map((tool) => ({ ...entryFact(toolEntry(tool)), content: fixing.digestOf(tool) ?? isThere, tool })),
      ...brought.entries.map(entryFact),
    ];
    return entries;
  };
  const modeFact = (): readonly SessionFact[] => {
    const { now: mode } = judges.mode;
    const say = (named: string): string =>
      profile.renderSystem({ workspace: workspace.root, mode: named, instructions: [] });
    if (say('ask') === say('auto')) return [];
    return [{ about: 'mode', content: mode, text: `The mode is now ${mode}${modeWords[mode] ?? ''}.` }];
  };
  return {
    now() {
      const { prompt } = extensions;
      const todos = conversation.todoNote?.();
      return [
        ...modeFact(),
        ...files,
        ...(prompt === '' ? [] : [{ about: 'extensions', content: prompt, text: prompt }]),
        ...(todos === undefined ? [] : [{ about: 'todos', content: todos, text: todos }]),
        ...entryFacts(),
      ];
    },
    render({ facts, changed, gone }) {
      const others = facts.filter((fact) => changed.has(fact)).flatMap(({ tool }) => tool ?? []);
      const found = facts.filter((fact) => !changed.has(fact)).flatMap(({ entry }) => entry ?? []);
      const isLazy = exposure.kind === 'lazy';
      return [
        ...facts.flatMap(({ text }) => text ?? []),
        ...(found.length > 0 && isLazy ? [`${areNew}\n${renderIndex(found)}`] : []),
        ...(found.length > 0 && !isLazy ? [withDefinitions(mayBeCalled, newTools(facts, changed))] : []),
        ...(others.length > 0 ? [withDefinitions(areOthers, others)] : []),
        ...goneWords(gone),
      ].join('\n\n');
    },
    defined: ({ facts, changed }) =>
      facts.flatMap((fact) => (changed.has(fact) || exposure.kind !== 'lazy' ? (fact.tool?.name ?? []) : [])),
  };
}

const isThere = 'there';

const entryFact = (entry: CatalogEntry): SessionFact => ({
  about: `${entry.kind} ${entry.name}`,
  content: isThere,
  entry,
});

const newTools = (facts: readonly SessionFact[], changed: ReadonlySet<SessionFact>): readonly Tool[] =>
  facts.flatMap((fact) => (changed.has(fact) ? [] : (fact.tool ?? [])));

const areNew = 'New since the tools were listed; tool_search tells what they take:';
const mayBeCalled = 'You can call these, too, by their names:';
const areOthers = 'These tools are defined otherwise now:';

const withDefinitions = (head: string, tools: readonly Tool[]): string =>
  [head, ...tools.map((tool) => `${tool.name}: ${renderUnsent(tool)}`)].join('\n');

/** The todos and the words of extensions that are gone need no words. */
function goneWords(gone: readonly string[]): readonly string[] {
  const named = gone.filter((about) => /^(?:file|tool|skill|agent) /.test(about));
  if (named.length === 0) return [];
  const shown = named.slice(0, maxGone).map((about) => about.replace(/^file /, 'the instructions in '));
  const more = named.length - shown.length;
  return [`Not there any more: ${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`];
}

const maxGone = 30;

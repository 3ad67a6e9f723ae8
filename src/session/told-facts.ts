import { sha256 } from '../base/digest.js';
import type { NoteAdded } from '../history/event.js';
import type { RunEvent } from '../run/event.js';
import { handleEvents } from '../store/handle-events.js';
import type { NewEvent } from '../store/store.js';

/** Something the model has to know of its session. */
export interface KnownFact {
  /** What it is about: `mode`, `file /w/AGENTS.md`, `tool read_file`. */
  readonly about: string;
  /** What is known of it; another content is news. */
  readonly content: string;
}

/** What has become news since the model was told last. */
export interface News<Fact extends KnownFact> {
  readonly facts: readonly Fact[];
  /** Those of the facts of which something else was told before. */
  readonly changed: ReadonlySet<Fact>;
  /** What the model was told of and is not there any more. */
  readonly gone: readonly string[];
  readonly told: NoteAdded['told'];
}

/** What the model knows, so that each thing is told once. */
export interface ToldFacts {
  begin(told: NoteAdded['told']): void;
  /** Undefined when there is nothing to tell. */
  newsOf<Fact extends KnownFact>(facts: readonly Fact[]): News<Fact> | undefined;
  apply(event: NewEvent): void;
}

type Telling =
  | { readonly type: 'note-added'; readonly body: NoteAdded }
  | Extract<RunEvent, { type: 'tools-described' }>;

export function createToldFacts(): ToldFacts {
  const told = new Map<string, string>();
  const take = (digests: NoteAdded['told']): void => {
    for (const [about, digest] of Object.entries(digests)) {
      if (digest === '') told.delete(about);
      else told.set(about, digest);
    }
  };
  return {
    begin(digests) {
      told.clear();
      take(digests);
    },
    newsOf(facts) {
      const news = facts.filter((fact) => told.get(fact.about) !== digestOf(fact));
      const there = new Set(facts.map(({ about }) => about));
      const gone = [...told.keys()].filter((about) => !there.has(about));
      if (news.length === 0 && gone.length === 0) return undefined;
      const changed = new Set(news.filter(({ about }) => told.has(about)));
      const forgotten = Object.fromEntries(gone.map((about) => [about, '']));
      return { facts: news, changed, gone, told: { ...digestsOf(news), ...forgotten } };
    },
    apply: handleEvents<Telling>({
      'note-added': ({ told: given }) => {
        if (typeof given === 'object' && given !== null) take(given);
      },
      'tools-described': ({ tools }) => {
        for (const [name, digest] of Object.entries(tools ?? {})) told.set(`tool ${name}`, digest);
      },
    }),
  };
}

export const digestsOf = (facts: readonly KnownFact[]): NoteAdded['told'] =>
  Object.fromEntries(facts.map((fact) => [fact.about, digestOf(fact)]));

const digestOf = ({ content }: KnownFact): string => (content.length <= 16 ? content : sha256(content).slice(0, 16));

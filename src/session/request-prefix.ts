import { parseTrusted } from '../base/trusted-json.js';
import type { Model } from '../model/model.js';
import { maskValue } from '../policy/secret/mask-value.js';
import type { PrefixFixed } from '../run/event.js';
import type { NewEvent, Store } from '../store/store.js';
import { doorDefinition } from '../tool/catalog/door.js';
import type { Exposure } from '../tool/catalog/exposure.js';
import type { ToolDefinition } from '../tool/tool.js';
import type { SessionRecord } from './event.js';
import type { SessionConversation } from './open-conversation.js';
import type { SessionJudges } from './open-judges.js';
import type { SessionTools } from './open-tools.js';
import { type SessionFacts, sessionFacts } from './session-facts.js';
import type { SessionPlace } from './session-place.js';
import type { SessionState } from './session-state.js';
import type { SessionStream } from './session-stream.js';
import { createToldFacts, digestsOf } from './told-facts.js';

/**
 * What every request of a session begins with: the system message and the definitions of tools. Servers keep what they have read
 * of a request and read on where the next one differs, so it is fixed with the first request, by the record also for later
 * processes, and fixed anew only where the conversation is read anew in any case. What changes meanwhile is told once, by a
 * note behind all that was said.
 */
export interface RequestPrefix {
  /** Puts the system message into words again, as long as no request was sent with one. */
  refresh(): void;
  /** Tells what the model does not know yet: ahead of a message of the person, and of each request. */
  note(): void;
  /** Before a request: fixes what has to be fixed, and tells the rest. */
  prepare(): Promise<void>;
  /** The conversation is another one from now on, made of these events. */
  restart(line: readonly NewEvent[]): void;
  apply(event: NewEvent): void;
}

/** What a session goes on with. */
export interface StoredPrefix {
  readonly system: string;
  readonly definitions: readonly ToolDefinition[];
  readonly told: Readonly<Record<string, string>>;
  readonly model: string;
}

interface PrefixContext {
  readonly store: Pick<Store, 'blobs'>;
  /** What requests begin with is kept, and read by the model. */
  readonly place: Pick<SessionPlace, 'mask'>;
  readonly stream: Pick<SessionStream, 'record'>;
  readonly tools: Pick<SessionTools, 'exposure' | 'exposed'>;
  readonly conversation: Pick<SessionConversation, 'history'>;
  /** With what the record says requests began last. */
  readonly stored: { readonly blob: string; readonly prefix: StoredPrefix | undefined } | undefined;
  model(): Model;
  /** The system message as it would be now. */
  renderSystem(): string;
  readonly facts: SessionFacts;
}

function createRequestPrefix(context: PrefixContext): RequestPrefix {
  const { store, place, stream, tools, conversation, stored, model, renderSystem, facts } = context;
  const { history } = conversation;
  const { exposed, exposure } = tools;
  let fixed: { readonly prefix: StoredPrefix; readonly blob: string | undefined } | undefined;
  /** The conversation was made shorter since: it is read anew in any case. */
  let isShorter = false;
  const told = createToldFacts();

  const hold = (prefix: StoredPrefix, blob: string | undefined): void => {
    fixed = { prefix, blob };
    history.setSystem(prefix.system);
    exposed.fixing?.fix(prefix.definitions);
  };
  const fix = async (why: PrefixFixed['why']): Promise<void> => {
    const current = model();
    const inUse = why === 'compacted';
    const begin = maskValue(
      {
        system: renderSystem(),
        definitions: declaredFor(current, { exposure, exposed, inUse }),
        model: current.name,
      },
      place.mask,
    ).value;
    if (inUse && fixed !== undefined && exposed.active.length === 0 && isSame(begin, fixed.prefix)) {
      isShorter = false;
      return;
    }
    exposed.fixing?.fix(begin.definitions, inUse);
    const prefix = { ...begin, told: digestsOf(facts.now()) };
    // What cannot be stored holds in this process: a later one fixes its own, which is slower, not wrong.
    const blob = await store.blobs.write(Buffer.from(JSON.stringify(prefix))).catch(() => undefined);
    hold(prefix, blob);
    isShorter = false;
    if (blob !== undefined)
      stream.record({ type: 'prefix-fixed', body: { why, blob, tools: prefix.definitions.length } });
    told.begin(prefix.told);
  };
  const whyFix = (): PrefixFixed['why'] | undefined => {
    if (fixed === undefined) return stored !== undefined && stored.prefix === undefined ? 'lost' : 'opened';
    if (fixed.prefix.model !== model().name) return 'model';
    return isShorter ? 'compacted' : undefined;
  };
  const note = (): void => {
    if (fixed === undefined) return;
    const now = facts.now();
    const news = told.newsOf(now);
    if (news === undefined) return;
    stream.record({ type: 'note-added', body: { text: facts.render(news), told: news.told } });
    const defined = facts.defined(news);
    if (defined.length > 0) exposed.find(defined, '');
  };

  const apply = (event: NewEvent): void => {
    if (event.type === 'history-compacted') isShorter = true;
    if (event.type === 'prefix-fixed') isShorter = false;
    told.apply(event);
  };

  if (stored?.prefix !== undefined) {
    hold(stored.prefix, stored.blob);
    told.begin(stored.prefix.told);
  }
  return {
    refresh() {
      if (fixed === undefined) history.setSystem(renderSystem());
    },
    note,
    async prepare() {
      const why = whyFix();
      if (why !== undefined) await fix(why);
      note();
    },
    restart(line) {
      const last = line.findLast((event) => event.type === 'prefix-fixed');
      const { blob } = (last?.body ?? {}) as Partial<PrefixFixed>;
      if (fixed === undefined || last === undefined || blob !== fixed.blob) {
        fixed = undefined;
        return;
      }
      told.begin(fixed.prefix.told);
      for (const event of line.slice(line.indexOf(last))) apply(event);
    },
    apply,
  };
}

interface PrefixParts {
  readonly store: Pick<Store, 'blobs'>;
  /** The events of the conversation so far. */
  readonly line: readonly SessionRecord[];
  readonly place: Pick<SessionPlace, 'profile' | 'workspace' | 'instructions' | 'mask'>;
  readonly state: Pick<SessionState, 'model'>;
  readonly stream: Pick<SessionStream, 'record'>;
  readonly tools: SessionTools;
  readonly conversation: SessionConversation;
  readonly judges: Pick<SessionJudges, 'mode'>;
}

/** The prefix of a session; of a resumed one, as it was. */
export async function openPrefix({ line, state, ...parts }: PrefixParts): Promise<RequestPrefix> {
  const { profile, workspace, instructions } = parts.place;
  const { extensions } = parts.tools;
  return createRequestPrefix({
    ...parts,
    stored: await readStored(line, parts.store.blobs),
    model: () => state.model,
    renderSystem() {
      const { now: mode } = parts.judges.mode;
      const words = profile.renderSystem({ workspace: workspace.root, mode, instructions: instructions.found });
      return [words, extensions.prompt].filter((part) => part !== '').join('\n\n');
    },
    facts: sessionFacts(parts),
  });
}

/** What the record says requests began with last; undefined where none was sent. */
async function readStored(
  line: readonly SessionRecord[],
  blobs: Pick<Store['blobs'], 'read'>,
): Promise<PrefixContext['stored']> {
  const last = line.findLast((event) => event.type === 'prefix-fixed');
  if (last === undefined) return undefined;
  const { blob } = last.body;
  const bytes = await blobs.read(blob);
  const value = bytes === undefined ? undefined : parseTrusted(Buffer.from(bytes).toString());
  return { blob, prefix: isPrefix(value) ? value : undefined };
}

function isPrefix(value: unknown): value is StoredPrefix {
  const { system, definitions, told, model } = (value ?? {}) as Partial<Record<keyof StoredPrefix, unknown>>;
  return (
    typeof system === 'string' &&
    Array.isArray(definitions) &&
    typeof told === 'object' &&
    told !== null &&
    typeof model === 'string'
  );
}

type Begin = Omit<StoredPrefix, 'told'>;

const isSame = (one: Begin, other: Begin): boolean =>
  one.system === other.system && JSON.stringify(one.definitions) === JSON.stringify(other.definitions);

interface Declaring {
  readonly exposure: Exposure;
  readonly exposed: SessionTools['exposed'];
  readonly inUse: boolean;
}

/** The definitions to declare, with the door to the tools that are not among them. */
function declaredFor(model: Model, { exposure, exposed, inUse }: Declaring): readonly ToolDefinition[] {
  const { fixing } = exposed;
  if (fixing === undefined) return [];
  const chosen = fixing.choose({ few: declaresFew(exposure, model), inUse });
  const hasMore = (exposed.offer().inactive?.size ?? 0) > 0;
  if (exposure.kind !== 'lazy' || model.undeclared === 'by-name' || !hasMore) return chosen;
  return [...chosen, doorDefinition(model.undeclared === 'door-text' ? 'text' : 'object')];
}

/**
 * All built-in definitions cost about 4,000 tokens more than the pinned ones, once a session. Where a service keeps what it has
 * read, that is next to nothing, and a search that is spared saves a round. On a machine of one's own it is up to a minute of
 * reading, and in a small context it is room that is missed. See docs/decisions/0046.
 */
export function declaresFew(exposure: Exposure, { promptCache, contextTokens }: Model): boolean {
  if (exposure.kind !== 'lazy') return false;
  const { declared = 'auto' } = exposure;
  if (declared !== 'auto') return declared === 'few';
  return promptCache !== 'hosted' || (contextTokens !== undefined && contextTokens < roomy);
}

const roomy = 64_000;

import { builtinTools } from '../../builtin/builtin-tools.js';
import { modes } from '../../policy/policy.js';
import { namesOf } from '../../tool/former-names.js';
import type { SessionRecord } from '../event.js';
import { isOwnWord, keptMembers } from './kept-members.js';
import { createWordReplacer, type WordReplacer } from './redact-words.js';

/**
 * The events of a session in a form that can be shown to others: paths, contents, arguments and all other words are
 * replaced, each by one and the same of its length, while events, verdicts, outcomes, numbers and times stay. It can be
 * replayed as the original can. Mask secrets beforehand: what was masked is masked here too.
 */
export function redactSession(events: readonly SessionRecord[]): readonly SessionRecord[] {
  const words = createWordReplacer();
  return events.map((event) => {
    const body = redactBody(event, words);
    // Whoever has a hash can try out what it is of.
    return { ...event, hash: '0'.repeat(64), body } as SessionRecord;
  });
}

function redactBody({ type, body }: SessionRecord, words: WordReplacer): unknown {
  const redacted = redact(body, { words, type, key: '', parent: '' });
  return type === 'session-opened' ? { ...(redacted as object), redacted: true } : redacted;
}

interface Place {
  readonly words: WordReplacer;
  readonly type: string;
  readonly key: string;
  readonly parent: string;
}

function redact(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return redactText(value, place);
  if (typeof value === 'number' && place.parent === 'arguments') return Number(place.words.number(String(value)));
  if (Array.isArray(value)) return value.map((item) => redact(item, place));
  if (typeof value !== 'object' || value === null) return value;
  const inArguments = ofOthers.has(place.key) || place.parent === 'arguments' || rewritten.has(place.key);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = inArguments && !argumentNames.has(key) && !toolNames.has(key) ? place.words.text(key) : key;
      return [
        name,
        redact(item, inArguments ? { ...place, parent: 'arguments' } : { ...place, key, parent: place.key }),
      ];
    }),
  );
}

function redactText(text: string, { words, type, key, parent }: Place): string {
  if (parent === 'arguments' || rewritten.has(key)) return isKeptChange(type, key, text) ? text : words.text(text);
  if (key === 'arguments' || key === 'through') return words.json(text, argumentNames);
  if (key === 'content') return words.json(text, resultNames);
  if (key === 'text' && /^The turn is at the [a-z0-9.,\s-]{1,60}\. Go on with as much again\?$/.test(text)) return text;
  if (keptTexts.has(text)) return text;
  if (key === 'message') return redactMessage(text, words);
  if ((key === 'name' || key === 'tool') && toolNames.has(text)) return text;
  if (key === 'reason') return type === 'turn-ended' ? text : words.text(text);
  if (key === 'source') return parent === 'because' ? text : words.text(text);
  if (ids.has(key)) return redactId(text, words);
  return isOwnWord(key, text) || (keptMembers.has(key) && /^[\w./-]{1,60}$/.test(text)) ? text : words.text(text);
}

function redactMessage(text: string, words: WordReplacer): string {
  const [, given] = /^the call id (\S+) was used before; it is \w+ now$/.exec(text) ?? [];
  if (given !== undefined) return text.replace(given, redactId(given, words));
  return keptMessages.some((form) => form.test(text)) ? text : words.text(text);
}

/** Ids of ours, and numbers, say nothing; a model may write words into its own. */
const redactId = (text: string, words: WordReplacer): string =>
  /^(?:[a-z]{1,6}_[0-9a-hjkmnp-tv-z]{26}|(?:call|tool|c)?[_-]?\d{1,6})$/.test(text) ? text : words.text(text);

/** Members below which every word, and every name, is of others. */
const ofOthers: ReadonlySet<string> = new Set(['arguments', 'carry', 'told', 'tools']);

/** Members that hold arguments, or the modes before and after a change. */
const rewritten: ReadonlySet<string> = new Set(['from', 'to']);

const isKeptChange = (type: string, key: string, text: string): boolean =>
  type === 'mode-changed' && rewritten.has(key) && modes.some((mode) => mode === text);

const toolNames: ReadonlySet<string> = new Set(builtinTools.flatMap(({ name }) => namesOf(name)));

const argumentNames: ReadonlySet<string> = new Set(
  builtinTools.flatMap(({ parameters }) => Object.keys((parameters['properties'] as object | undefined) ?? {})),
);

const resultNames: ReadonlySet<string> = new Set([
  'success',
  'data',
  'error_message',
  'error_type',
  'metadata',
  'execution_time_ms',
  'data_size_bytes',
  'timestamp',
  'coerced',
  'rewritten_by',
  'evicted',
]);

/** What the engine itself goes by, whole: a message that only begins so may go on with words of others. */
const keptMessages: readonly RegExp[] = [
  /^call \d+ had no id; it is \w+ now$/,
  /^Stopped at \d+ calls? in a row that only repeat others\. Say what to do instead, or try another model\.$/,
];
const keptTexts: ReadonlySet<string> = new Set(['it gave a result', 'toolwright', 'go on', 'stop']);

const ids: ReadonlySet<string> = new Set(['sessionId', 'turnId', 'messageId', 'callId', 'questionId', 'id']);

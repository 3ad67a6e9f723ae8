import { parseJson } from '../../base/json.js';
import { firstLine, plural, words } from '../../base/text.js';
import type { Level } from '../../policy/policy.js';
import type { Settlement } from '../../run/event.js';
import { safeLine } from '../safe-text.js';
import type { Style } from './style.js';

/** What tells most about a call, in this order. */
const tellingKeys = words('path command pattern url query question text from name title prompt');
const maxArgument = 80;

/** A call on one line: the tool and its shortest telling argument. */
export function renderCall(name: string, argumentsText: string): string {
  const parsed = parseJson(argumentsText);
  const told = parsed.ok ? tellingArgument(parsed.value) : undefined;
  // A model may call what is no tool by any name.
  const tool = oneLine(name);
  return told === undefined ? tool : `${tool} ${told}`;
}

/** The level beside a call; nothing is said of what is safe. */
export function renderLevel(level: Level | undefined, style: Style): string {
  if (level === undefined || level === 'safe') return '';
  return level === 'high' || level === 'critical' ? style.yellow(` · ${level}`) : style.dim(` · ${level}`);
}

function tellingArgument(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // How it is waited for tells nothing of what it does.
  const named = Object.entries(value as Record<string, unknown>).filter(([name]) => name !== 'wait');
  const plain = named.filter(([, one]) => typeof one === 'string' || typeof one === 'number');
  const key = tellingKeys.find((wanted) => plain.some(([name]) => name === wanted)) ?? plain[0]?.[0];
  const found = plain.find(([name]) => name === key)?.[1];
  if (found === undefined) return listArgument(named.map(([, one]) => one));
  return found === '' ? undefined : oneLine(String(found));
}

/** Of a list its first words, and how many more there are: the questions of a call, its edits, its todos. */
function listArgument(values: readonly unknown[]): string | undefined {
  const list = values.find((one): one is readonly unknown[] => Array.isArray(one) && one.length > 0);
  const [first] = list ?? [];
  const told = typeof first === 'string' ? oneLine(first) : tellingArgument(first);
  if (list === undefined || told === undefined || list.length === 1) return told;
  return `${told} (+${list.length - 1})`;
}

function oneLine(text: string): string {
  const line = firstLine(text, maxArgument);
  return safeLine(line.length < text.trim().length && !line.endsWith('…') ? `${line} …` : line);
}

/** The first line of a result, after the outcome when it is not ok, and how many secrets were masked in the whole. */
export function renderResult(settlement: Settlement, max = 110): string {
  const { masked } = settlement;
  const line = resultLine(settlement, max);
  return masked === undefined ? line : `${line} (${maskedWords(masked)})`;
}

/** `2 secrets masked`. */
export const maskedWords = (count: number): string => `${plural(count, 'secret')} masked`;

function resultLine(settlement: Settlement, max: number): string {
  const { outcome } = settlement;
  // What a tool shows may announce output that never came: `timed out: `.
  const line = safeLine(firstLine(settlement.display ?? resultWords(settlement.content), max).replace(/:?\s+$/, ''));
  if (outcome === 'ok') return line === '' ? 'ok' : line;
  return line === '' ? outcome : `${outcome}: ${line}`;
}

/** What the result says, out of the words the model reads it in. */
function resultWords(content: string): string {
  const parsed = parseJson(content);
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return content;
  const { error_message: error, data } = parsed.value as { error_message?: unknown; data?: unknown };
  if (typeof error === 'string') return error;
  if (data === undefined) return innerWords(parsed.value);
  return typeof data === 'string' ? data : JSON.stringify(data);
}

/** Where the shapes of other profiles have what a result says, and what of that tells most. */
const sayingKeys = ['error', 'output', 'content', 'stdout'] as const;

function innerWords(value: object): string {
  for (const key of sayingKeys) {
    const inner: unknown = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof inner === 'string') return inner;
    if (typeof inner === 'object' && inner !== null) return innerWords(inner);
  }
  return JSON.stringify(value);
}

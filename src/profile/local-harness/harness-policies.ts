import { type Json, parseJson } from '../../base/json.js';
import { cutEnd } from '../../base/text.js';

export const harnessScopes = [
  'read_files',
  'write_files',
  'execute_commands',
  'network_access',
  'system_info',
  'todo_management',
] as const;
export type HarnessScope = (typeof harnessScopes)[number];

export const harnessModes = ['always_allow', 'allow_once', 'ask_each_time', 'deny'] as const;
export type HarnessMode = (typeof harnessModes)[number];

/** One entry of `policies.json`, in the words of that file. */
export interface HarnessPolicy {
  readonly scope: HarnessScope;
  readonly mode: HarnessMode;
  readonly path_patterns: readonly string[];
  readonly deny_patterns: readonly string[];
}

export interface ParsedPolicies {
  readonly policies: readonly HarnessPolicy[];
  /** What was left out, and why. */
  readonly problems: readonly string[];
}

const maxBytes = 1024 * 1024;
const maxPolicies = 1000;
const maxPatterns = 1000;

/** Reads `policies.json`. What is not understood is left out, and said so: an entry less only means a question more. */
export function parsePolicies(text: string): ParsedPolicies {
  if (Buffer.byteLength(text) > maxBytes) return unread('the file is larger than 1 MB: shorten it');
  const parsed = parseJson(text);
  if (!parsed.ok) return unread(`the file is no JSON: ${parsed.problem.message}`);
  if (!isList(parsed.value)) return unread('the file must hold a list of policies');
  const policies: HarnessPolicy[] = [];
  const problems: string[] = [];
  for (const [at, entry] of parsed.value.slice(0, maxPolicies).entries()) {
    const read = readPolicy(entry);
    if (typeof read === 'string') problems.push(`policy ${at + 1} ${read}`);
    else policies.push(read);
  }
  if (parsed.value.length > maxPolicies) problems.push(`only the first ${maxPolicies} policies are read`);
  return { policies, problems };
}

/** As the file is written. */
export const renderPolicies = (policies: readonly HarnessPolicy[]): string => render(policies.map(ordered));

/** The file with these at its end, and with all that it held; undefined where nothing can be added to it. */
export function addPolicies(text: string | undefined, added: readonly HarnessPolicy[]): string | undefined {
  const held = text === undefined ? [] : entriesOf(text);
  if (held === undefined) return undefined;
  const known = new Set(held.map((entry) => JSON.stringify(entry)));
  const all = [...held, ...added.map(ordered).filter((policy) => !known.has(JSON.stringify(policy)))];
  const whole = render(all);
  return all.length <= maxPolicies && Buffer.byteLength(whole) <= maxBytes ? whole : undefined;
}

/** Those that allow something, with their places in the file, counted from 0. */
export const allowingPolicies = (text: string): readonly { readonly at: number; readonly policy: HarnessPolicy }[] =>
  (entriesOf(text) ?? []).slice(0, maxPolicies).flatMap((entry, at) => {
    const policy = readPolicy(entry);
    return typeof policy === 'string' || policy.mode !== 'always_allow' ? [] : [{ at, policy }];
  });

/** An entry, in words. */
export const policyWords = ({ scope, mode, path_patterns }: HarnessPolicy): string =>
  `${mode} ${scope}: ${path_patterns.join(', ')}`;

/** The file without the entries at these places. */
export const removePolicies = (text: string, places: ReadonlySet<number>): string =>
  render((entriesOf(text) ?? []).filter((_, at) => !places.has(at)));

function entriesOf(text: string): readonly Json[] | undefined {
  const parsed = parseJson(text);
  return parsed.ok && isList(parsed.value) ? parsed.value : undefined;
}

const render = (entries: readonly unknown[]): string => `${JSON.stringify(entries, undefined, 2)}\n`;

const ordered = ({ scope, mode, path_patterns, deny_patterns }: HarnessPolicy): HarnessPolicy => ({
  scope,
  mode,
  path_patterns,
  deny_patterns,
});

const unread = (problem: string): ParsedPolicies => ({ policies: [], problems: [problem] });

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

function readPolicy(entry: Json): HarnessPolicy | string {
  if (typeof entry !== 'object' || entry === null || isList(entry)) return 'is no object';
  const scope = harnessScopes.find((one) => one === entry['scope']);
  const mode = harnessModes.find((one) => one === entry['mode']);
  if (scope === undefined) return `has the unknown scope ${shorten(entry['scope'])}`;
  if (mode === undefined) return `has the unknown mode ${shorten(entry['mode'])}`;
  const path_patterns = patternsIn(entry['path_patterns']);
  // Without its exceptions it would mean more than was written.
  const deny_patterns = patternsIn(entry['deny_patterns']);
  if (path_patterns === undefined || deny_patterns === undefined)
    return `must have path_patterns and deny_patterns as lists of at most ${maxPatterns} texts`;
  return { scope, mode, path_patterns, deny_patterns };
}

const shorten = (value: Json | undefined): string => cutEnd(JSON.stringify(value ?? null), 64);

function patternsIn(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined) return [];
  if (!isList(value) || value.length > maxPatterns) return undefined;
  return value.every((one) => typeof one === 'string') ? value : undefined;
}

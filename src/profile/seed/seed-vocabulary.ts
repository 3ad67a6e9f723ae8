import { createPolicy } from '../../policy/create-policy.js';
import type { PolicyOptions } from '../../policy/fixed-judgements.js';
import type { Policy, PolicyInput } from '../../policy/policy.js';
import { fold } from '../../policy/rule/glob.js';
import { isChange, isOutside, isPlainRead } from '../../policy/vocabulary/touched.js';
import { judgeCall, type Vocabulary } from '../../policy/vocabulary/vocabulary.js';
import type { Fact } from '../../tool/fact.js';
import type { ScopeFolders } from '../../workspace/scopes.js';

export const seedModes = ['autorun_all', 'autorun_no_public', 'autorun_none'] as const;
export type SeedMode = (typeof seedModes)[number];
export const defaultSeedMode: SeedMode = 'autorun_no_public';

/** What each lets run. */
export const seedModeWords: Readonly<Record<SeedMode, string>> = {
  autorun_all: 'everything but commands and first activations of skills runs unasked',
  autorun_no_public: 'what changes public:/ is asked about, beside commands and first activations',
  autorun_none: 'whatever does more than read is asked about',
};

export const seedModeOf = (name: string | undefined): SeedMode =>
  seedModes.find((mode) => mode === name) ?? defaultSeedMode;

/** From the folder of one run to what everyone sees; of several, the last counts. */
export const seedScopes = ['private', 'shared', 'public'] as const;
export type SeedScope = (typeof seedScopes)[number];

/** Where they are kept, unless a host or a profile file maps them to other folders. */
export const seedFolders: ScopeFolders = { private: 'private', shared: 'shared', public: 'public' };

export interface SeedRisk {
  /** Looked up at every call, because it changes while calls are made. */
  readonly mode?: () => SeedMode;
  readonly skills?: SeedSkills;
  readonly folders?: ScopeFolders;
  /** What the config says of MCP servers, by name. */
  readonly servers?: Readonly<Record<string, SeedServer>>;
}

export interface SeedSkills {
  /** Whether there is such a skill here. */
  isVisible(name: string): boolean;
  /** Whether it was approved in this session before; the facts of the call may tell. */
  isActivated(name: string, facts: readonly Fact[]): boolean;
}

/** What the server says of its own tools never makes them safe. */
export interface SeedServer {
  readonly risk?: 'safe' | 'risky';
  readonly safeTools?: readonly string[];
}

export interface SeedAssessment {
  readonly risk: 'safe' | 'risky';
  /** In every mode. */
  readonly enforced: boolean;
  /** Of a change: where it goes. */
  readonly scope?: SeedScope;
  readonly why?: string;
}

export const createSeedPolicy = (options: PolicyOptions & SeedRisk): Policy =>
  createPolicy({ ...options, vocabulary: seedVocabulary(options) });

export const seedVocabulary = (risks: SeedRisk = {}): Vocabulary => ({
  judge(input) {
    const { risk, why = '' } = assessSeed(input, risks);
    return judgeCall(risk === 'safe' ? 'allow' : 'ask', why);
  },
  level: (input) => (assessSeed(input, risks).risk === 'safe' ? 'safe' : 'medium'),
});

const safe = { risk: 'safe', enforced: false } as const;

export function assessSeed(input: PolicyInput, seed: SeedRisk = {}): SeedAssessment {
  const { facts, tool } = input;
  const enforced = enforcedBecause(input, seed);
  if (enforced !== undefined) return { risk: 'risky', enforced: true, why: enforced };
  const mode = seed.mode?.() ?? defaultSeedMode;
  const { folders = seedFolders } = seed;
  const isMounting = (fact: Fact): boolean => isPlainRead(fact) || isMount(fact, folders);
  if (tool.name === 'activateSkill' && facts.every(isMounting)) return safe;
  const scope = scopeOf(input, folders);
  const found = scope === undefined ? {} : { scope };
  const why = mode === 'autorun_all' ? undefined : riskyBecause(input, mode, scope);
  return why === undefined ? { ...safe, ...found } : { risk: 'risky', enforced: false, ...found, why };
}

function riskyBecause(
  { tool, facts }: PolicyInput,
  mode: Exclude<SeedMode, 'autorun_all'>,
  scope: SeedScope | undefined,
): string | undefined {
  // Of a server's tool the config says whether it is.
  if (tool.dangerous && tool.source !== 'mcp') return `${tool.name} is marked dangerous`;
  if (scope === 'public') return `it changes public:/ in ${mode}`;
  if (mode === 'autorun_no_public' || (scope === undefined && facts.every(isPlainRead))) return undefined;
  return `${tool.name} does more than read, in ${mode}`;
}

function enforcedBecause(input: PolicyInput, { skills, servers }: SeedRisk): string | undefined {
  const { facts, tool, args } = input;
  // That a server runs as a program says nothing of its tools.
  const isCommand = tool.source !== 'mcp' && facts.some(({ kind }) => kind === 'exec' || kind === 'process');
  if (tool.name === 'runCommand' || isCommand) return 'commands are risky in every mode';
  if (facts.some(isOutside)) return 'it leaves private:/, shared:/ and public:/';
  if (tool.name === 'activateSkill' && isFirstActivation(args?.['name'], facts, skills))
    return 'the skill was not activated before';
  if (tool.source === 'mcp' && !isSafeServerTool(tool.name, servers)) return 'its server is not configured as safe';
  return undefined;
}

function isFirstActivation(name: unknown, facts: readonly Fact[], skills: SeedSkills | undefined): boolean {
  if (typeof name !== 'string' || skills === undefined) return true;
  return skills.isVisible(name) && !skills.isActivated(name, facts);
}

/** A name that could be read as that of a tool of another server is not safe. */
function isSafeServerTool(name: string, servers: SeedRisk['servers'] = {}): boolean {
  const [prefix, server = '', tool = '', ...more] = name.split('__');
  if (prefix !== 'mcp' || more.length > 0 || !Object.hasOwn(servers, server)) return false;
  const { risk = 'risky', safeTools = [] } = servers[server] ?? {};
  return risk === 'safe' || safeTools.includes(tool);
}

/** A skill is copied to where only the one who activates it sees it. */
const isMount = (fact: Fact, folders: ScopeFolders): boolean =>
  isChange(fact) && scopeOfFact(fact, folders) === 'private' && fact.target.split('/').includes('.skills');

/** Where a call would change something: what was named and where it leads both count. */
function scopeOf({ tool, facts, args }: PolicyInput, folders: ScopeFolders): SeedScope | undefined {
  const scopes = facts.filter(isChange).map((fact) => scopeOfFact(fact, folders));
  // An edit that is found impossible reads, and changes nothing.
  const reads = facts.length > 0 && facts.every(isPlainRead);
  if (tool.name === 'editFile' && !reads) scopes.push(args === undefined ? 'private' : scopeOfArgument(args['path']));
  return seedScopes.findLast((scope) => scopes.includes(scope));
}

/** What is no text cannot be looked at. */
const scopeOfArgument = (path: unknown): SeedScope =>
  typeof path === 'string'
    ? (seedScopes.find((scope) => fold(path.trim()).startsWith(`${scope}:/`)) ?? 'private')
    : 'public';

/** By the folders the scopes are kept in: what was named and where it leads both count. */
function scopeOfFact({ target, via, deep = false, kind, known }: Fact, folders: ScopeFolders): SeedScope {
  if (!known) return 'public';
  const isAll = deep || kind !== 'write';
  const scopes = [target, via ?? target].map((path) => scopeOfPath(path, isAll, folders));
  return scopes.includes('public') ? 'public' : (scopes[0] ?? 'public');
}

/** Of several the innermost folder. What holds a folder of everyone is everyone's. */
function scopeOfPath(path: string, isAll: boolean, folders: ScopeFolders): SeedScope {
  const named = seedScopes.find((scope) => fold(path).startsWith(`${scope}:/`));
  if (named !== undefined) return named;
  const at = plainPath(path);
  const open = plainPath(folders.public);
  if (isAll && (at === '' || open === at || open.startsWith(`${at}/`))) return 'public';
  const around = seedScopes.filter((scope) => isIn(at, plainPath(folders[scope])));
  const depth = (scope: SeedScope): number => plainPath(folders[scope]).length;
  return (
    around.reduce<SeedScope | undefined>(
      (best, scope) => (best !== undefined && depth(best) > depth(scope) ? best : scope),
      undefined,
    ) ?? 'private'
  );
}

const plainPath = (path: string): string =>
  fold(path)
    .replace(/^(?:\.?\/)+|^\.$/, '')
    .replace(/\/+$/, '');

const isIn = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

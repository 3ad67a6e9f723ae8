import type { Chains } from '../agent/chains.js';
import type { LimitSettings } from '../agent/limits.js';
import type { Meter } from '../agent/meter.js';
import type { Prices } from '../agent/price.js';
import type { Profile } from '../agent/profile.js';
import type { Clock } from '../base/clock.js';
import { ToolwrightError } from '../base/error.js';
import type { CuratorOptions } from '../builtin/curator/create-curator.js';
import { engineNames, type SearchSettings } from '../builtin/web/search/search-settings.js';
import type { Fsync } from '../change/path-write.js';
import type { AgentFile } from '../extend/agent/agent.js';
import type { ToolFolder } from '../extend/custom/tool-folder.js';
import type { Extension } from '../extend/extension.js';
import { checkHook, type Hook } from '../extend/hook/hook.js';
import type { Model } from '../model/model.js';
import { type Mode, modes, type Policy } from '../policy/policy.js';
import { parsePathPattern } from '../policy/rule/path-pattern.js';
import type { Rule } from '../policy/rule/rule.js';
import type { ProfileName } from '../profile/find-profile.js';
import type { RateLimits } from '../run/guard/rate-limiter.js';
import type { Middleware } from '../run/middleware.js';
import type { Answer, OnAsk, Question } from '../run/question.js';
import type { ProcessLimits } from '../sandbox/confinement.js';
import { keepHours } from '../sandbox/kept/keep-hours.js';
import { limitRanges } from '../sandbox/limits/limit-ranges.js';
import type { Store } from '../store/store.js';
import {
  declaredChoices,
  type ExposureSettings,
  exposureKinds,
  foundChoices,
  inactiveCalls,
} from '../tool/catalog/exposure.js';
import type { LogPort, ProcessPort } from '../tool/port.js';
import type { Capability, Tool } from '../tool/tool.js';
import type { WorkspaceScopes } from '../workspace/scopes.js';

/** What a session is opened with. Only the model is always needed; the workspace is too, for a new session. */
export interface SessionOptions {
  readonly model: Model;
  /** The folder to work in; of a session that is gone on with, the one it had. One of your own must be
   * given again. */
  readonly workspace?: string;
  /** Folders of the workspace by the names `private:/`, `shared:/` and `public:/`: through these alone models reach files. */
  readonly scopes?: WorkspaceScopes;
  /**
   * Where a path that a model gives leads, as a real path; undefined leaves it to workspace and scopes. What it throws is told
   * to the model. What lies outside the workspace is judged as such.
   */
  readonly resolvePath?: (path: string) => string | undefined;
  /** Where events are kept: an open store, a file, or `memory` (the default: nothing outlives the process). */
  readonly store?: Store | string;
  /** The id of a session to go on with. */
  readonly session?: string;
  /** A profile, or the name of one that is built in; of a session that is gone on with, the one it had. */
  readonly profile?: Profile | ProfileName;
  /** Which definitions requests carry, where it is not as the profile says. */
  readonly exposure?: ExposureSettings;
  /** In place of those of the profile. */
  readonly limits?: LimitSettings;
  /** What models cost, for limits of cost. */
  readonly prices?: Prices;
  /** How often tools may be called, by their names; `*` for each tool that has no rate of its own. */
  readonly rateLimits?: RateLimits;
  /** The counter of the session that starts this one: what this one spends counts there, and its limits hold here. */
  readonly spendsFor?: Meter;
  /** Tools of your own, beside the built-in ones. */
  readonly tools?: readonly Tool[];
  /** Tools found before all others: nothing that is registered later can take their place. */
  readonly metaTools?: readonly Tool[];
  /** What stands around every call. */
  readonly middleware?: readonly Middleware[];
  /** What stands around requests to the model and around compactions. */
  readonly chains?: Chains;
  /** Folders with tools in files, and the right to use these. */
  readonly toolFolders?: readonly ToolFolder[];
  /** The model may make tools while the session runs. Default: it may not. */
  readonly dynamicTools?: boolean;
  /** What brings more tools: MCP servers, skills. Each serves one session; for options that open several, what makes them. */
  readonly extensions?: readonly Extension[] | (() => readonly Extension[]);
  /** Files that define agents to delegate to; of two with one name the first counts. */
  readonly agents?: readonly AgentFile[];
  /** Opens a model by the name that an agent gives it; agents have that of their caller when absent. */
  readonly openModel?: (name: string) => Model | Promise<Model>;
  /** Commands that are run at points of the session: see `Hook`. */
  readonly hooks?: readonly Hook[];
  /** False leaves the built-in tools out. */
  readonly builtins?: boolean;
  /** What tools may need of this host: `workspace`, `process`, `person`, `ripgrep` and `network` by default. */
  readonly capabilities?: readonly Capability[];
  /** The file that the user has open, null when none is: `active_file` is offered then. See `Session.setActiveFile`. */
  readonly activeFile?: string | null;
  /** What `web_search` asks: DuckDuckGo by default. Keys are found in `env`. */
  readonly webSearch?: SearchSettings;
  readonly mode?: Mode;
  /** Which of the risk modes of its profile it is in; of a session that is gone on with, the one it had. */
  readonly riskMode?: string;
  /** The modes a person may leave `plan` for when they accept a plan: `edit` and `ask` by default, none when empty. */
  readonly leavePlanFor?: readonly Mode[];
  /** Instead of the one that rules and `sandbox` make. */
  readonly policy?: Policy;
  /** See `parseRuleList`. */
  readonly rules?: readonly Rule[];
  /** Variables of `env` and files that are secret, beside those whose names tell. */
  readonly secrets?: readonly string[];
  /** Files whose text taints the session when it is read: patterns such as rules have, `vendor/**`, `*.eml`. */
  readonly untrusted?: readonly string[];
  /** Where the host keeps config, store and the like: no call may touch these. A store file is among them anyway. */
  readonly ownFiles?: readonly string[];
  /** `off`: commands may run unconfined. */
  readonly sandbox?: 'required' | 'off';
  /** What a confined process and all it starts may use; what is absent is found from the machine. */
  readonly sandboxLimits?: Partial<ProcessLimits>;
  /** Who answers questions: `deny` by default, `person` when `onQuestion` is given. */
  readonly onAsk?: OnAsk;
  /** Who answers can fill in forms: one of a tool comes as one question, whose `form` tells its fields. */
  readonly forms?: boolean;
  /** Answers questions from code. */
  readonly onQuestion?: (question: Question) => Answer | Promise<Answer>;
  /**
   * True: what was acknowledged survives power loss: the record, blobs, and changed files with their folders. For a store
   * that is named here; one that is handed in is as it was opened.
   */
  readonly durable?: boolean;
  /** How much of a changed file is put on disk before the change counts as made: `on` by default, `full` when durable. */
  readonly fsync?: Fsync;
  /** True: a file that is there is only written after it was read. */
  readonly readBeforeWrite?: boolean;
  /** Of large files read_file gives the parts that a request to the model finds to matter. Off when absent. */
  readonly curator?: CuratorOptions;
  /** How many days a lasting approval holds: 30 by default. */
  readonly grantDays?: number;
  /** How many hours a command may go on after its session at most: 24 by default; 0: none does. */
  readonly keepHours?: number;
  /** Who the calls are recorded for. */
  readonly actor?: string;
  /** The environment commands see a safe part of; empty by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly process?: ProcessPort;
  readonly clock?: Clock;
  readonly log?: LogPort;
}

/** Whether the record is put on disk before it is acknowledged. `durable` and `fsync: 'full'` each imply the other. */
export const isDurable = ({ durable, fsync }: Pick<SessionOptions, 'durable' | 'fsync'>): boolean =>
  durable ?? fsync === 'full';

export const fsyncOf = ({ durable, fsync }: Pick<SessionOptions, 'durable' | 'fsync'>): Fsync =>
  fsync ?? (durable === true ? 'full' : 'on');

/** Throws `bad-option` for what TypeScript would have refused: not every caller is compiled. */
export function checkOptions(options: SessionOptions): void {
  const { model, mode, sandbox, sandboxLimits = {}, untrusted = [], hooks = [], leavePlanFor = [] } = options;
  if (typeof (model as Partial<Model> | undefined)?.stream !== 'function') {
    throw new ToolwrightError('bad-option', 'Say which model to use: openSession({ model: openAiChat({ … }) }).');
  }
  if (mode !== undefined && !modes.includes(mode)) throw unknownWord('mode', mode, modes);
  for (const given of leavePlanFor) if (!modes.includes(given)) throw unknownWord('leavePlanFor', given, modes);
  const sandboxes = ['required', 'off'];
  if (sandbox !== undefined && !sandboxes.includes(sandbox)) throw unknownWord('sandbox', sandbox, sandboxes);
  for (const [name, limit] of Object.entries(sandboxLimits)) checkLimit(name, limit);
  checkApprovals(options);
  for (const pattern of untrusted) checkUntrusted(pattern);
  for (const hook of hooks) checkHook(hook);
  checkSearch(options.webSearch);
  checkExposure(options.exposure);
  checkTurnLimits(options);
}

/** Who answers, and how long an answer and what it allowed may last. */
function checkApprovals({ onAsk, grantDays, keepHours: hours }: SessionOptions): void {
  const rules = ['person', 'deny', 'abort', 'park'];
  const waits = typeof onAsk === 'object' && onAsk.waitMs >= 0;
  if (onAsk !== undefined && !waits && !rules.includes(String(onAsk)))
    throw unknownWord('onAsk', onAsk, [...rules, '{ waitMs }']);
  if (grantDays !== undefined && !(Number.isInteger(grantDays) && grantDays >= 1 && grantDays <= 365))
    throw unknownWord('grantDays', grantDays, ['a whole number from 1 to 365']);
  if (hours !== undefined && !(Number.isInteger(hours) && hours >= 0 && hours <= keepHours.most))
    throw unknownWord('keepHours', hours, [`a whole number from 0 to ${keepHours.most}`]);
}

function checkSearch(settings: SearchSettings | undefined): void {
  if (settings === undefined) return;
  for (const { engine } of [settings, ...(settings.fallback ?? [])])
    if (!engineNames.includes(engine)) throw unknownWord('webSearch.engine', engine, engineNames);
}

function checkExposure({ kind, declared, found, ceiling, inactiveCalls: calls }: ExposureSettings = {}): void {
  if (kind !== undefined && !exposureKinds.includes(kind)) throw unknownWord('exposure.kind', kind, exposureKinds);
  if (declared !== undefined && !declaredChoices.includes(declared))
    throw unknownWord('exposure.declared', declared, declaredChoices);
  if (found !== undefined && !foundChoices.includes(found)) throw unknownWord('exposure.found', found, foundChoices);
  if (ceiling !== undefined && !(Number.isInteger(ceiling) && ceiling >= 1))
    throw unknownWord('exposure.ceiling', ceiling, ['a whole number above 0']);
  if (calls !== undefined && !inactiveCalls.includes(calls))
    throw unknownWord('exposure.inactiveCalls', calls, inactiveCalls);
}

function checkTurnLimits({ limits: { atLimit, ...amounts } = {}, rateLimits = {} }: SessionOptions): void {
  const ends = ['stop', 'fail', 'ask'];
  if (atLimit !== undefined && !ends.includes(atLimit)) throw unknownWord('limits.atLimit', atLimit, ends);
  const numbers = Object.entries(amounts).map(([name, amount]) => [`limits.${name}`, amount] as const);
  const rates = Object.entries(rateLimits).flatMap(([name, { max, perMs }]) => [
    [`rateLimits.${name}.max`, max] as const,
    [`rateLimits.${name}.perMs`, perMs] as const,
  ]);
  for (const [name, amount] of [...numbers, ...rates])
    if (!(typeof amount === 'number' && amount > 0)) throw unknownWord(name, amount, ['a number above 0']);
}

function checkLimit(name: string, given: unknown): void {
  const range = (limitRanges as Readonly<Record<string, { readonly least: number; readonly most: number }>>)[name];
  if (range === undefined) throw unknownWord('sandboxLimits', name, Object.keys(limitRanges));
  const { least, most } = range;
  if (!Number.isInteger(given) || (given as number) < least || (given as number) > most)
    throw unknownWord(`sandboxLimits.${name}`, given, [`a whole number from ${least} to ${most}`]);
}

function checkUntrusted(pattern: string): void {
  const parsed = parsePathPattern(pattern);
  if (parsed.ok) return;
  throw new ToolwrightError(
    'bad-option',
    `The option untrusted cannot hold ${JSON.stringify(pattern)}: ${parsed.message}.`,
  );
}

function unknownWord(option: string, given: unknown, words: readonly string[]): ToolwrightError {
  return new ToolwrightError(
    'bad-option',
    `The option ${option} cannot be ${JSON.stringify(given)}: use ${words.join(', ')}.`,
  );
}

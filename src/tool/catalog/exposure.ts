import { defined } from '../../base/defined.js';
import type { Tool } from '../tool.js';
import { toolEntry } from './catalog-entry.js';

/** Which definitions a request carries. */
export type Exposure =
  /** Those of all tools. */
  | { readonly kind: 'all' }
  /** Those of the tools of these groups; there are no others then. */
  | { readonly kind: 'groups'; readonly groups: readonly string[] }
  /** Those of the pinned tools, and maybe of more of ours: all others are in an index, and found by `tool_search`. */
  | {
      readonly kind: 'lazy';
      readonly pinned: readonly string[];
      /** Whether all built-in tools are declared beside the pinned ones; `auto` when absent. */
      readonly declared?: Declared;
      /**
       * What becomes of a tool that was found. `described`: the result of the search holds its definition, and what requests
       * declare stays as it is. `sent`: requests declare it from then on, `ceiling` definitions at most. The first when absent.
       */
      readonly found?: 'described' | 'sent';
      readonly ceiling: number;
      readonly inactiveCalls: InactiveCalls;
      /**
       * What a call that is not run is told, with `{tool}` for the name: the model has to find the tool first, which stays
       * in the index. It is told what the tool takes when absent.
       */
      readonly refusal?: string;
      /** `indexed`: the tools that the host gives are found as others are, so that the ceiling holds. They are always sent when absent. */
      readonly hostTools?: 'indexed';
    };

/** `auto` goes by the size of the model's context and by whether reading its start again is cheap. */
export type Declared = 'auto' | 'few' | 'builtin';

/**
 * What becomes of a call to a tool of the index that the model knows no definition of. `answer`: it is not run but answered
 * with what the tool takes. `run`: it is run where its arguments fit as they are. `run-builtin`: that for tools of ours
 * and of the model's own making alone.
 */
export type InactiveCalls = 'answer' | 'run-builtin' | 'run';

/** What a host or a config says of it; the rest is as the profile has it. */
export interface ExposureSettings {
  readonly kind?: Exposure['kind'];
  readonly groups?: readonly string[];
  /** Beside those of the profile. */
  readonly pinned?: readonly string[];
  readonly declared?: Declared;
  readonly found?: (typeof foundChoices)[number];
  readonly ceiling?: number;
  readonly inactiveCalls?: InactiveCalls;
}

export const exposureKinds = ['all', 'groups', 'lazy'] as const satisfies readonly Exposure['kind'][];
export const inactiveCalls = ['answer', 'run-builtin', 'run'] as const satisfies readonly InactiveCalls[];
export const foundChoices = ['described', 'sent'] as const;
export const declaredChoices = ['auto', 'few', 'builtin'] as const satisfies readonly Declared[];

/** How many definitions a request carries at most, of which the pinned ones may be more. */
export const usualCeiling = 20;

const usual = {
  pinned: [],
  declared: 'auto',
  found: 'described',
  ceiling: usualCeiling,
  inactiveCalls: 'run-builtin',
  groups: [],
} as const;

export function exposureOf(own: Exposure, settings: ExposureSettings = {}): Exposure {
  const { kind, groups, pinned, declared, found, ceiling, inactiveCalls: calls } = { ...usual, ...own, ...settings };
  if (kind === 'all') return { kind };
  if (kind === 'groups') return { kind, groups };
  const always = own.kind === 'lazy' ? [...own.pinned, ...(settings.pinned ?? [])] : pinned;
  const { refusal, hostTools } = own.kind === 'lazy' ? own : {};
  return { kind, pinned: always, declared, found, ceiling, inactiveCalls: calls, ...defined({ refusal, hostTools }) };
}

/**
 * Whether a call to a tool may run although its definition is not known. What connects to servers is ours, too; what the model
 * has made itself it need not be told.
 */
export const runsInactive = (calls: InactiveCalls, tool: Tool): boolean =>
  calls === 'run' ||
  (calls === 'run-builtin' &&
    (tool.source === 'builtin' ||
      tool.source === 'dynamic' ||
      (tool.source === 'mcp' && toolEntry(tool).writtenBy === undefined)));

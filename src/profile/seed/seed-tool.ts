import { defined } from '../../base/defined.js';
import { messageOf } from '../../base/error.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { fail, isFailure } from '../../tool/outcome.js';
import type { BlobPort } from '../../tool/port.js';
import type { Tool } from '../../tool/tool.js';
import { undeclaredPlan } from '../../tool/undeclared-plan.js';
import type { SeedGroup } from './seed-agents.js';
import { interactionIdOf } from './seed-interaction.js';
import { type SeedMode, seedModeOf } from './seed-vocabulary.js';

/** A call as Seed's executor takes it. */
export interface ToolCallRequest {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface ToolCallResult {
  readonly toolCallId: string;
  /** Any JSON. */
  readonly output: unknown;
  readonly isError: boolean;
}

/** What a tool of Seed is run in. */
export interface ToolContext {
  readonly taskId: string;
  readonly actorId: string;
  readonly baseDir: string;
  readonly artifactStore: ArtifactStore;
  /** `autorun_no_public` when absent. */
  readonly toolRiskMode?: SeedMode;
  /** Where a scoped path leads, as a real path; throws for one that leads nowhere. */
  readonly workspaceResolver?: (path: string) => string;
  /** The question that a person approved this very call in. */
  readonly confirmedInteractionId?: string;
  readonly signal?: AbortSignal;
}

/** Content that is kept whole beside the conversation, by its address. */
export type ArtifactStore = Pick<BlobPort, 'read' | 'write'>;

/** A tool as Seed's document has it. */
export interface SeedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
  readonly group: SeedGroup;
  riskLevel(args: Readonly<Record<string, unknown>>, ctx: ToolContext): 'safe' | 'risky';
  /** Throws when the call cannot be done: nobody is asked about it then. */
  canExecute?(args: Readonly<Record<string, unknown>>, ctx: ToolContext): void | Promise<void>;
  execute(args: Readonly<Record<string, unknown>>, ctx: ToolContext): unknown;
}

export interface SeedToolContext {
  riskMode?(): SeedMode | undefined;
  /** The question that a call was approved in; that of the session when absent. */
  confirmedBy?(callId: string): string | undefined;
  /** What the context has in the place of what the session is and has. */
  fields?(): Partial<Pick<ToolContext, 'taskId' | 'actorId' | 'artifactStore' | 'workspaceResolver'>> | undefined;
}

/**
 * A tool of Seed's contract as one of ours. Its plan answers both the preflight and the risk: a risky call does not tell what
 * it touches, which is asked about in every mode; a safe one is taken at the word of the program that brings the tool.
 */
export function fromSeedTool(tool: SeedTool, host: SeedToolContext = {}): Tool {
  const isReader = tool.group === 'search' || tool.group === 'subtask';
  return {
    name: tool.name,
    title: tool.name,
    description: tool.description,
    help: undefined,
    parameters: tool.parameters,
    result: undefined,
    category: 'Seed',
    group: tool.group,
    source: 'custom',
    capabilities: [],
    dangerous: false,
    effects: 'outside',
    idempotent: isReader,
    concurrency: isReader ? 'parallel' : 'exclusive',
    limits: {},
    async plan(args, ctx) {
      const context = seedContext(ctx, host);
      try {
        await tool.canExecute?.(args, context);
      } catch (error) {
        return fail('validation_failed', messageOf(error));
      }
      const isRisky = tool.riskLevel(args, context) === 'risky';
      return isRisky ? undeclaredPlan({ name: tool.name, effects: 'outside' }) : touchesNothing;
    },
    run: (args, ctx) => tool.execute(args, seedContext(ctx, host)),
  };
}

const touchesNothing = { facts: [], preview: { kind: 'arguments' } } as const;

/** What a tool of Seed knows of its surroundings, of a plan without what changes anything. */
function seedContext(ctx: PlanContext | RunContext, host: SeedToolContext): ToolContext {
  const { riskMode, confirmedBy } = host;
  const { session, workspace, blobs, signal } = ctx;
  const confirmed = confirmedBy === undefined ? approvedIn(session) : confirmedBy(session.callId);
  const write = 'write' in blobs ? blobs.write.bind(blobs) : refuseWrite;
  return {
    taskId: session.id,
    actorId: session.actor,
    baseDir: workspace.root,
    artifactStore: { read: blobs.read.bind(blobs), write },
    toolRiskMode: riskMode?.() ?? seedModeOf(session.riskMode),
    workspaceResolver(path) {
      const place = workspace.resolve(path);
      if (isFailure(place)) throw new Error(place.message);
      return place.path;
    },
    ...defined({ confirmedInteractionId: confirmed }),
    signal,
    ...host.fields?.(),
  };
}

const approvedIn = ({ approvedIn: id }: PlanContext['session']): string | undefined =>
  id === undefined ? undefined : interactionIdOf(id);

const refuseWrite = async (): Promise<string> => {
  throw new Error('Nothing is written before a call runs.');
};

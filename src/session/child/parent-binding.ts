import type { Profile } from '../../agent/profile.js';
import type { KnownAgents } from '../../extend/agent/known-agents.js';
import type { Mode } from '../../policy/policy.js';
import type { TaintSource } from '../../policy/taint/taint.js';
import type { RateLimiter } from '../../run/guard/rate-limiter.js';
import type { OpenQuestions } from '../../run/question.js';
import type { PathChange } from '../../tool/version.js';
import type { ParentLink } from '../event.js';
import type { SessionPolicy } from '../session-policy.js';
import type { SessionRisk } from '../session-risk.js';
import type { SharedTools } from './shared-tools.js';

/** What a session has of the one it works for. */
export interface ParentBinding {
  readonly parent: ParentLink;
  /** The same rules, mode frame and grants. */
  readonly deciding: SessionPolicy;
  readonly questions: OpenQuestions;
  /** Those of its caller that it may use. */
  readonly tools: SharedTools;
  readonly tree: SessionTree;
  readonly book: KnownAgents | undefined;
  readonly rates: RateLimiter | undefined;
  readonly risk: SessionRisk;
  /** The mode it never goes beyond, as it is now. */
  mode(): Mode;
  /** Text from outside has come in here: it counts above as well. */
  raised(source: TaintSource): void;
}

/** A session with all that work for it, and for these: they share a workspace. */
export interface SessionTree {
  /** The session that all of them work for in the end. */
  readonly root: string;
  /** How many subagents are at work. */
  running: number;
  /** How many were started since the person last said something. */
  started: number;
  /** Told of what others of the tree changed. */
  readonly members: Set<(paths: readonly PathChange[]) => void>;
}

/** Subagents of subagents of subagents have none. */
export const maxDepth = 3;

/** How deep subagents may be in each other. */
export const depthOf = ({ subagents }: Pick<Profile, 'subagents'>): number =>
  Math.min(maxDepth, subagents?.depth ?? maxDepth);

/** At once, in a whole tree: more are a mistake of the model rather than work. */
export const maxRunning = 8;
/** In one turn of the person, at all depths together: each has rounds of its own, and without this they would have no end. */
export const maxStarted = 64;

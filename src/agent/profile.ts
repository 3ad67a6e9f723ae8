import type { TodoWords } from '../history/render-todos.js';
import type { Model } from '../model/model.js';
import type { Mode, Places } from '../policy/policy.js';
import type { Rule } from '../policy/rule/rule.js';
import type { AnswerFile } from '../policy/vocabulary/answer-file.js';
import type { Vocabulary } from '../policy/vocabulary/vocabulary.js';
import type { ResultCut } from '../run/env.js';
import type { LoopRules } from '../run/guard/loop-rules.js';
import type { OnAsk } from '../run/question.js';
import type { Order } from '../run/schedule.js';
import type { Exposure } from '../tool/catalog/exposure.js';
import type { AgentInfo } from '../tool/child.js';
import type { ToolResult } from '../tool/outcome.js';
import type { Capability, Tool } from '../tool/tool.js';
import type { ScopeFolders } from '../workspace/scopes.js';
import type { ApprovalStyle } from './approval-style.js';
import type { Instructions } from './instructions.js';
import type { TurnLimits } from './limits.js';
import type { MessageReading } from './message-reading.js';
import type { Recovery } from './recovery.js';

/** How an agent behaves, as data: one engine runs every profile. */
export interface Profile {
  readonly name: string;
  readonly limits: TurnLimits;
  /** When calls count as a loop; they are not watched when absent. */
  readonly loops?: LoopRules;
  readonly order: Order;
  /** Which definitions requests carry; those of all tools when absent. */
  readonly exposure?: Exposure;
  /** The tools it shows, made of the built-in ones, which are shown as they are when absent. */
  readonly surface?: Surface;
  /** Whether the tool of this name is found before the registry: nothing that is registered later takes its place. */
  readonly isMetaTool?: (name: string) => boolean;
  /** How it shows the tool that finds the others, where exposure is lazy; as `tool_search` when absent. */
  readonly showSearch?: (search: Tool) => Tool;
  /** What it calls the tool of an MCP server; `mcp__SERVER__TOOL` when absent. */
  readonly serverToolName?: (server: string, tool: string) => string;
  /** What its tools may need beside what the host has: `staging`, where changes are made in two phases. */
  readonly capabilities?: readonly Capability[];
  /** What it calls risky, in its own words: it judges calls in the place of the mode. The mode does when absent. */
  readonly vocabulary?: (context: VocabularyContext) => Vocabulary;
  /** Where its vocabulary finds answers that are to last always; they are grants when absent. */
  readonly remembers?: AnswerFile;
  /** Modes of its own for how much runs unasked, which its vocabulary goes by. None when absent. */
  readonly riskModes?: RiskModes;
  /** What a question is answered by where no person is; a no when absent. */
  readonly noPerson?: NoPerson;
  /** The mode a session begins in; `ask` when absent. */
  readonly usualMode?: Mode;
  /** The folders of the scopes its paths are in; there are none when absent. */
  readonly scopes?: ScopeFolders;
  /** File names of standing instructions, looked for in the workspace and the folders above it. */
  readonly instructionFiles: readonly string[];
  /** Of those it goes by all, or only by the first that is found from the workspace upwards. */
  readonly instructions?: 'all' | 'nearest';
  /** The role of what the program itself tells the model meanwhile; `user` when absent. */
  readonly notesAs?: 'user' | 'system';
  /**
   * What an answer with calls that cannot be read is: `asks-again` has the model told and asked again, with `ends` it is
   * told, ahead of its words, and the turn is over, with `answers` its text is the answer. The first when absent.
   */
  readonly unreadable?: 'asks-again' | 'ends' | 'answers';
  /** What stands for an answer that says nothing and calls nothing; the turn ends as `empty` when absent. */
  readonly emptyAnswer?: string;
  /** How its subagents differ from what they are elsewhere. */
  readonly subagents?: SubagentRules;
  /** The folder below which files of skills are mounted, by name; they are read where they lie when absent. */
  readonly skillMount?: string;
  /** The skills it sees, by name, of those that the host allows; all of them when absent or with `*`. */
  readonly skills?: readonly string[];
  /** How the tool that loads skills is shown; as it is when absent. */
  readonly skillTool?: (tool: Tool) => Tool;
  /**
   * A pause ends the calls and subagents that are at work, as a cancel does, and both end background commands. When absent a
   * pause lets them go on to their end, and commands stay.
   */
  readonly stopEndsWork?: true;
  /** Staged changes may be applied by a later process that resumes the session; when absent they are gone with the one that staged them. */
  readonly keepsStaged?: true;
  /** The most tokens of one answer, where the model itself was not opened with another number. */
  readonly answerTokens?: number;
  /** How a person is asked for approvals. */
  readonly approval: ApprovalStyle;
  /** What becomes of calls an earlier process left open; as policy says when absent. */
  readonly recovery?: Recovery;
  /** How the model is told its todos when they have changed; it is not when absent. */
  readonly todoInjection?: TodoWords;
  /** How a message is read and explained outside of a session; by the formats it could be in when absent. */
  readonly messages?: MessageReading;
  /** How it speaks with a model: in what format it has the model write calls, say. Models are taken as they are when absent. */
  wrapModel?(model: Model): Model;
  /** What `read_file` gives of large files: what the conversation is about, or an outline. The whole of them when absent. */
  readonly curates?: 'relevance' | 'structure';
  /** The words a model reads a result in. */
  renderResult(result: ToolResult, tool?: Tool): string;
  /** A message that tells the person of a result; it is recorded with it, and the model does not read it. */
  renderMessage?(result: ToolResult, toolName: string): string;
  /** What stands in the place of what was left out of a result that was too long; usual words when absent. */
  renderCut?(cut: ResultCut): string;
  renderSystem(context: SystemContext): string;
}

/** What a profile has in the place of the modes; a person chooses one of them. */
export interface RiskModes {
  /** By their names, with what each lets run. */
  readonly modes: Readonly<Record<string, string>>;
  readonly usual: string;
  /** The one that holds now, where the program that brings the profile keeps it for all its sessions. */
  now?(): string;
}

export interface SubagentRules {
  /** Agents to delegate to beside those of the host, as the text of files that define them. */
  readonly agents?: readonly { readonly path: string; readonly text: string }[];
  /** Groups of tools that they do not have. */
  readonly without?: readonly string[];
  /** How deep they may be in each other: with 1 they have none of their own. */
  readonly depth?: number;
  /** False: they do not go by instruction files. */
  readonly instructions?: boolean;
  /** What a tool of the caller is to one that may not use it: as if there were none when absent, or denied. */
  readonly withheld?: 'unknown' | 'denied';
}

/** How much a profile lets be done, and when it sees a loop. */
export type ProfileLimits = Pick<Profile, 'limits' | 'loops'>;

/** What the system message tells of the surroundings. */
export interface SystemContext {
  readonly workspace: string;
  readonly mode: string;
  /** The outermost first: what comes later counts where they differ. */
  readonly instructions: readonly Instructions[];
}

/** Makes the tools of a profile of the built-in ones. Those that are not there, because the host left them out or cannot offer them, are undefined. */
export type Surface = (builtin: (name: string) => Tool | undefined, context?: SurfaceContext) => readonly Tool[];

export interface SurfaceContext {
  /** To whom can be delegated, where files tell; empty where none do. */
  readonly agents: readonly AgentInfo[];
  /** The host has named an engine to search the web with. */
  readonly searches?: boolean;
}

/** What happens at a question where nobody is there to answer it. */
export type NoPerson = Exclude<OnAsk, 'person'>;

/** What a vocabulary may go by, beside the call. */
export interface VocabularyContext {
  readonly places: Places;
  /** Those of the config, for a vocabulary that goes by rules itself. What denies, asks or notifies holds in any case. */
  readonly rules: readonly Rule[];
  readonly sessionId: string;
  /** Whether a person can be asked. */
  readonly attended: boolean;
  /** The folders of its scopes; absent where it has none. */
  readonly scopes?: ScopeFolders | undefined;
  /** The risk mode as it is now; undefined where the profile has none. */
  riskMode(): string | undefined;
  /** The text of a file below the home folder; undefined when it is not there or not to be trusted. */
  readHome(path: string): string | undefined;
  /** Tells the person what it does not go by, and why. */
  warn(message: string): void;
}

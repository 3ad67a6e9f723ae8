import { type Mode, modes } from '../../policy/policy.js';
import { generalInfo } from '../../tool/child.js';

/** A file that defines an agent, as it was read. */
export interface AgentFile {
  /** For messages. */
  readonly path: string;
  readonly text: string;
}

/** What a subagent can be. */
export interface Agent {
  readonly name: string;
  readonly description: string;
  /** The most it may use; all that its caller has when absent. */
  readonly tools?: readonly string[];
  /** The model it is asked for with; that of its caller when absent. */
  readonly model?: string;
  readonly rounds?: number;
  /** A mode that it never goes beyond; that of its caller counts as well. */
  readonly mode?: Mode;
  /** What it is told about itself. */
  readonly prompt: string;
}

/** Used when none is named, or one that is not there. */
export const generalAgent: Agent = {
  ...generalInfo,
  prompt:
    'Do what you are asked, wholly and nothing else. Look before you change anything. Your last message is all that your caller reads: say in it what you found or did, briefly, with paths and lines where they matter, and what you could not do.',
};

export const isMode = (word: string): word is Mode => (modes as readonly string[]).includes(word);

import { cutEnd } from '../../base/text.js';
import type { Fact } from '../../tool/fact.js';
import type { Mode } from '../policy.js';

/** A call of this project that a person was asked about. */
export interface PastCall {
  readonly tool: string;
  readonly mode: Mode;
  readonly facts: readonly Fact[];
}

const maxShown = 160;

/** A call in one line: its commands, or its tool and what it touches. */
export function showPastCall({ tool, facts }: Pick<PastCall, 'tool' | 'facts'>): string {
  const commands = facts.filter(({ kind }) => kind === 'exec').map(({ target }) => target);
  const text = commands.length > 0 ? commands.join('; ') : `${tool} ${facts.map(({ target }) => target).join(', ')}`;
  return text.length > maxShown ? `${cutEnd(text, maxShown - 1)}…` : text;
}

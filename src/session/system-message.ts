import type { SessionConversation } from './open-conversation.js';
import type { SessionJudges } from './open-judges.js';
import type { SessionTools } from './open-tools.js';
import type { SessionPlace } from './session-place.js';

/** The system message of a session. */
export interface SystemMessage {
  /** Puts it into words again: something it tells of has changed. */
  refresh(): void;
}

interface SystemContext {
  readonly place: Pick<SessionPlace, 'profile' | 'workspace' | 'instructions'>;
  readonly tools: Pick<SessionTools, 'extensions'>;
  readonly conversation: Pick<SessionConversation, 'history'>;
  readonly judges: Pick<SessionJudges, 'mode'>;
}

export function createSystem({ place, tools, conversation, judges }: SystemContext): SystemMessage {
  const { profile, workspace, instructions } = place;
  return {
    refresh() {
      const { now: mode } = judges.mode;
      const words = profile.renderSystem({ workspace: workspace.root, mode, instructions: instructions.found });
      conversation.history.setSystem([words, tools.extensions.prompt].filter((part) => part !== '').join('\n\n'));
    },
  };
}

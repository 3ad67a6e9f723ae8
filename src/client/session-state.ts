import { defined } from '../base/defined.js';
import { turnOf } from '../session/session-state.js';
import type { InstructionFile, SessionState, TurnNow } from './client-port.js';
import type { Entry } from './host-table.js';

/** How an open session stands at this moment. */
export function readSessionState(entry: Entry): SessionState {
  const { session, core, choice } = entry;
  const { profile } = session;
  return {
    session: session.id,
    workspace: session.workspace,
    seq: core.stream.seq,
    mode: session.mode,
    model: { name: session.model.name, ...choice },
    ...defined({ riskMode: session.riskMode }),
    profile: {
      name: profile.name,
      ...defined({ riskModes: profile.riskModes?.modes }),
      approval: profile.approval,
      grantDays: core.judges.deciding.grantDays,
    },
    instructions: instructionsOf(entry),
    ...defined({ damage: session.damage, activeFile: core.state.activeFile, turn: turnNow(entry) }),
    questions: session.questions,
    queued: core.conversation.queue.waiting.slice(),
    todos: session.todos,
    commands: session.commands,
    terminals: session.terminals,
    taint: session.taint,
    toolsVersion: toolsVersion(entry),
  };
}

/** One whose start is not told yet has said nothing. */
function turnNow({ core, live }: Entry): TurnNow | undefined {
  const turnId = turnOf(core.state) === undefined ? undefined : core.state.running?.turnId;
  if (turnId === undefined || turnId === live.over) return undefined;
  return live.now ?? { turnId, text: '', reasoning: '', calls: [] };
}

function toolsVersion(entry: Entry): number {
  const offer = entry.session.tools.offer();
  if (offer !== entry.tools.offer) entry.tools = { offer, version: entry.tools.version + 1 };
  return entry.tools.version;
}

function instructionsOf({ session: { instructions, instructionNotes } }: Entry): readonly InstructionFile[] {
  const unused = [...instructionNotes.keys()].filter((path) => !instructions.includes(path));
  return [...instructions, ...unused].map((path) => ({
    path,
    used: instructions.includes(path),
    ...defined({ note: instructionNotes.get(path) }),
  }));
}

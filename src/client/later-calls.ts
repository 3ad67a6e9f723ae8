import { defined } from '../base/defined.js';
import { sha256 } from '../base/digest.js';
import { ToolwrightError } from '../base/error.js';
import type { UndoPreview } from '../change/undo.js';
import { stored } from '../run/recorder.js';
import { compactBesideTurns, revertBesideTurns, rewindBesideTurns } from '../session/beside-turns.js';
import { forkSession } from '../session/fork-session.js';
import { listGrants, revokeGrants } from '../session/grant-records.js';
import { checkMessage } from '../session/images.js';
import { runPersonCommand } from '../session/person-command.js';
import { editQueued, withdrawQueued } from '../session/queued-messages.js';
import { findSession } from '../session/sessions.js';
import { type Revert, readChanges } from '../session/undo-changes.js';
import { namesOf } from '../tool/former-names.js';
import type { Call, ClientPort, RevertReply, SettingsChange, ToolEntry } from './client-port.js';
import type { Entry, PortContext } from './host-table.js';
import { nothing } from './reply.js';
import { readContext } from './session-context.js';
import { listSessionPage } from './session-page.js';
import { readSessionState } from './session-state.js';
import { listWaitingQuestions } from './waiting-questions.js';

type Calls = Omit<ClientPort, 'watch'>;
type Value<Name extends keyof Calls> = ReturnType<Calls[Name]> extends Call<infer T> ? T : never;
type Work<Name extends keyof Calls> = (
  context: PortContext,
  params: Parameters<Calls[Name]>[0],
) => Promise<Value<Name>>;

/** The calls of a port that its start does not need. */
export const laterCalls = {
  async listSessions({ table }, query) {
    const { options, entries, maskFor } = table;
    const { sessions, more } = await listSessionPage(options.store, query, maskFor);
    return { sessions: sessions.map((one) => ({ ...one, open: entries.has(one.id) })), more };
  },
  findSession: async ({ table }, { id }) => ({ session: await findSession(table.options.store, id) }),
  forkSession: async ({ table, origin }, { session, at }) => ({
    session: await forkSession(table.options.store, session, { origin, ...defined({ at }) }),
  }),
  async rewind({ entryOf, origin }, { session, to, files = false }) {
    const { core } = await entryOf({ session });
    return rewindBesideTurns(core, { to, files, origin });
  },
  async readBlob({ table }, { blob }) {
    const bytes = await table.options.store.blobs.read(blob);
    return bytes === undefined ? null : Buffer.from(bytes).toString('base64');
  },
  async changeSettings(context, { session, ...change }) {
    const entry = await context.entryOf({ session });
    await changeSettings(entry, change, context);
    return readSessionState(entry);
  },
  async editQueued({ entryOf, origin }, { session, messageId, ...edit }) {
    checkMessage({ text: '', images: edit.images ?? [] });
    return editQueued((await entryOf({ session })).core, messageId, { ...edit, origin });
  },
  takeBack: async ({ entryOf, origin }, { session, messageId }) =>
    withdrawQueued((await entryOf({ session })).core, messageId, origin),
  async runCommand({ entryOf, started, origin }, { session, command, tell = false }) {
    const entry = await entryOf({ session });
    const turn = runPersonCommand(entry.core, { command, tell, origin });
    return { ...started(entry, turn), callId: turn.callId };
  },
  compact: async ({ entryOf }, of) => (await compactBesideTurns((await entryOf(of)).core)) ?? null,
  listQuestions: ({ table }, query) => listWaitingQuestions(table, query),
  async listChanges({ table }, { session, turn, callId }) {
    const { stream } = table.entries.get(session)?.core ?? {};
    if (stream?.used === true) await stored(stream.recorder);
    const mask = await table.maskFor(session);
    return mask.value(await readChanges(table.options.store, session, defined({ turn, callId })));
  },
  undo: (context, { session, what, skipChanged = false, approved }) =>
    revert(context, { session, approved }, { kind: 'undo', skipChanged, ...defined({ what }) }),
  redo: (context, { session, approved }) => revert(context, { session, approved }, { kind: 'redo' }),
  listTools: async ({ entryOf }, of) => listTools(await entryOf(of)),
  readContext: async ({ entryOf }, of) => readContext(await entryOf(of)),
  async listServers({ entryOf, table }, of) {
    const { session } = await entryOf(of);
    return (await table.options.listServers?.(session.workspace)) ?? [];
  },
  async listGrants({ table }, { workspace }) {
    const grants = await listGrants(table.options.store);
    if (workspace === undefined) return grants;
    return grants.filter(({ grant }) => grant.scope === 'always' || grant.workspace === workspace);
  },
  revokeGrants: ({ table, origin }, { ids }) => revokeGrants(table.options.store, ids, origin).then(nothing),
  clearTaint: async ({ entryOf, origin }, of) => nothing(await (await entryOf(of)).session.clearTaint(origin)),
  async readCommand({ entryOf }, { session, id }) {
    const text = await (await entryOf({ session })).core.host.background.printed(id);
    if (typeof text !== 'string') throw new ToolwrightError('bad-option', text.message);
    return { text };
  },
  stopCommand: async ({ entryOf }, { session, id }) =>
    nothing(await (await entryOf({ session })).session.stopCommand(id)),
  readTerminal: async ({ entryOf }, { session, id }) => (await entryOf({ session })).session.readTerminal(id),
} satisfies { readonly [Name in keyof Calls]?: Work<Name> };

export type LaterName = keyof typeof laterCalls;

async function changeSettings(
  entry: Entry,
  change: SettingsChange,
  { table: { options }, origin }: PortContext,
): Promise<void> {
  const { session } = entry;
  const { mode, riskMode, model, activeFile } = change;
  const refusal = options.refuse?.(change);
  if (refusal !== undefined) throw new ToolwrightError('bad-usage', refusal);
  if (mode !== undefined) await session.setMode(mode, origin);
  if (riskMode !== undefined) await session.setRiskMode(riskMode, origin);
  if (model !== undefined) {
    const opened = await options.openModel?.(model);
    if (opened === undefined) throw new ToolwrightError('bad-option', 'No other model can be chosen here.');
    await session.setModel(opened.model);
    entry.choice = opened.choice ?? {};
  }
  if (activeFile !== undefined) session.setActiveFile(activeFile);
}

interface Reverting {
  readonly session: string;
  readonly approved: string | true | undefined;
}

/** Shows what would be done, and does exactly what was approved. */
async function revert(
  { entryOf, origin }: PortContext,
  { session, approved }: Reverting,
  wanted: Revert,
): Promise<RevertReply> {
  const { core } = await entryOf({ session });
  let preview: UndoPreview | undefined;
  const approve = (shown: UndoPreview): boolean => {
    preview = shown;
    return approved === true || approved === digestOf(shown);
  };
  const end = await revertBesideTurns(core, { ...wanted, origin, approve });
  if (end.type !== 'declined') return end;
  if (preview === undefined) throw new Error('an undo was declined that was not shown');
  return { type: 'preview', preview, digest: digestOf(preview) };
}

const digestOf = (preview: UndoPreview): string => sha256(JSON.stringify(preview));

function listTools({ session, core }: Entry): readonly ToolEntry[] {
  return session.listTools().map(({ tool, ...rest }) => {
    const { name, title, description, source, category, group, effects, idempotent } = tool;
    const formerly = source === 'builtin' ? namesOf(name).filter((one) => one !== name) : [];
    const isMeta = core.tools.metaTools?.get(name) === tool && session.tools.get(name) !== tool;
    return {
      tool: { name, title, description, source, category, group, effects, idempotent },
      ...rest,
      ...(formerly.length > 0 && { formerly }),
      ...(isMeta && { meta: true as const }),
    };
  });
}

import { ToolwrightError } from '../base/error.js';
import { exitCodeOf } from '../builtin/shell/command-end.js';
import { type KeptEnd, keptFolders, lostEnd, readEnd, readRecord, removeKept } from '../sandbox/kept/kept-files.js';
import { logEnd, readLog } from '../sandbox/kept/output-log.js';
import { isRunning } from '../sandbox/process-identity.js';
import type { Store } from '../store/store.js';
import type { EndedBy } from '../tool/background.js';
import { realFolder } from './real-folder.js';

/** A command that was kept when its session was closed, or may be. */
export interface KeptCommand {
  readonly sessionId: string;
  /** As the session names it. */
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  /** Milliseconds since the epoch, as `until`. */
  readonly startedAt: number;
  /** When it is stopped at the latest. */
  readonly until: number;
  /** Bytes of its output. */
  readonly bytes: number;
  /** Undefined while it runs. */
  readonly end?: { readonly by: EndedBy; readonly exitCode: number | null; readonly ranMs: number };
}

type StoreFile = Pick<Store, 'path'>;

/** The kept commands of all sessions in a store, or of one, oldest first: those that run, and those whose session does not know yet that they have ended. */
export const listKeptCommands = (store: StoreFile, sessionId?: string): readonly KeptCommand[] =>
  foldersOf(store, sessionId)
    .flatMap(readKept)
    .sort((a, b) => a.startedAt - b.startedAt);

/** What is kept of its output, masked as it came; of a long one the beginning and the end. */
export async function readKeptOutput(store: StoreFile, wanted: KeptCommand): Promise<string> {
  const folder = folderOf(store, wanted);
  const chunks: Uint8Array[] = [];
  await readLog(folder, { from: 0, to: logEnd(folder) }, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Ends it: it is asked to, and killed when it does not. Answers how it ended. */
export async function stopKeptCommand(store: StoreFile, wanted: KeptCommand): Promise<KeptCommand> {
  const folder = folderOf(store, wanted);
  const { followKept } = await import('../sandbox/kept/follow-kept.js');
  const kept = await followKept(folder);
  await kept?.stop('person');
  kept?.release();
  const [now] = readKept(folder);
  if (now?.end === undefined)
    throw new ToolwrightError('session-busy', `${wanted.id} of ${wanted.sessionId} could not be stopped: try again.`);
  return now;
}

/** Throws while one runs; else removes what is left of those of a session. */
export function forgetKeptCommands(store: StoreFile, sessionId: string): void {
  assertNoneKept(store, sessionId);
  for (const folder of foldersOf(store, sessionId)) removeKept(folder);
}

export function assertNoneKept(store: StoreFile, sessionId: string): void {
  const running = listKeptCommands(store, sessionId).filter(({ end }) => end === undefined);
  if (running.length === 0) return;
  const named = running.map(({ id }) => `\`toolwright commands stop ${sessionId}/${id}\``).join(', ');
  throw new ToolwrightError('session-busy', `Commands of it are kept and still run. Stop them first: ${named}.`);
}

const foldersOf = ({ path }: StoreFile, sessionId?: string): readonly string[] =>
  path === undefined ? [] : keptFolders(realFolder(path), sessionId);

function folderOf(store: StoreFile, { sessionId, id }: KeptCommand): string {
  const found = foldersOf(store, sessionId).find((folder) => readRecord(folder)?.commandId === id);
  if (found === undefined) throw new ToolwrightError('bad-option', `There is no kept command ${sessionId}/${id}.`);
  return found;
}

function readKept(folder: string): readonly KeptCommand[] {
  const record = readRecord(folder);
  if (record === undefined) return [];
  const { sessionId, commandId: id, command, cwd, workspace, startedAt, until, keeper } = record;
  const isHeld = isRunning(keeper);
  const end = readEnd(folder) ?? (isHeld ? undefined : lostEnd(record, Date.now()));
  const about = { sessionId, id, command, cwd, workspace, startedAt, until, bytes: logEnd(folder) };
  return [{ ...about, ...(end !== undefined && { end: endOf(end) }) }];
}

const endOf = ({ by, process, ranMs }: KeptEnd): KeptCommand['end'] & object => ({
  by,
  exitCode: exitCodeOf(process),
  ranMs: Math.round(ranMs),
});

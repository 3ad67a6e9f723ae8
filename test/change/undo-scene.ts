import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.js';
import { sha256 } from '../../src/base/digest.js';
import { createCaptures } from '../../src/change/capture/create-captures.js';
import { createChanges } from '../../src/change/changes.js';
import type { ChangeEvent } from '../../src/change/event.js';
import { readJournal } from '../../src/change/journal.js';
import { redoChanges, type UndoContext, type UndoEnd, undoChanges } from '../../src/change/undo.js';
import type { UndoWhat } from '../../src/change/undo-choice.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { Store } from '../../src/store/store.js';
import { isFailure, type ToolFailure } from '../../src/tool/outcome.js';
import type { ChangePort, Place, StagedChange } from '../../src/tool/port.js';
import { createWorkspace } from '../../src/workspace/workspace.js';
import { temporaryFolder } from '../builtin/tool-harness.js';

/** A workspace with a store that journals what is changed in it, as a session does. */
export function undoScene({
  store = createMemoryStore(),
  session = 'ses_test',
}: {
  store?: Store;
  session?: string;
} = {}) {
  const base = temporaryFolder();
  const root = join(base, 'ws');
  mkdirSync(root);
  const workspace = createWorkspace({ root });
  let pending: { type: string; body: unknown }[] = [{ type: 'session-opened', body: { workspace: workspace.root } }];
  const record = (event: { type: string; body: unknown }): void => void pending.push(event);
  const flush = async (): Promise<void> => {
    const batch = pending;
    pending = [];
    await store.append(session, batch);
  };
  const captures = createCaptures({
    root: workspace.root,
    blobs: store.blobs,
    folder: join(base, 'captures'),
    lasting: false,
    own: [],
    sandboxed: () => false,
  });
  const changes = createChanges({
    workspace,
    captures,
    blobs: store.blobs,
    clock: systemClock,
    record: (event: ChangeEvent) => record(event),
    fsync: 'off',
  });
  const place = (path: string): Place => {
    const found = workspace.resolve(path);
    if (isFailure(found)) throw new Error(found.message);
    return found;
  };
  const journal = async () => {
    await flush();
    return readJournal(await store.read(session));
  };
  const scene = async (over: Partial<UndoContext> = {}): Promise<UndoContext> => ({
    journal: await journal(),
    root: workspace.root,
    blobs: store.blobs,
    who: 'person',
    from: 'terminal',
    fsync: 'off',
    ...over,
  });
  const keep = async (end: UndoEnd): Promise<UndoEnd> => {
    if (end.type === 'done') record(end.event);
    await flush();
    return end;
  };
  let calls = 0;
  return {
    root: workspace.root,
    store,
    session,
    workspace,
    record,
    flush,
    journal,
    at: (path: string) => join(workspace.root, path),
    turn: () => record({ type: 'turn-started', body: { turnId: `turn_${calls}` } }),
    /** One call that changes something. */
    async call(work: (port: ChangePort) => Promise<StagedChange | readonly StagedChange[]>, tool = 'write_file') {
      calls += 1;
      const callId = `call_${calls}`;
      record({ type: 'call-admitted', body: { callId, index: 0, name: tool, arguments: '{}' } });
      const port = changes.forCall(callId);
      const end = await port.apply(await work(port));
      if (isFailure(end)) throw new Error(end.message);
      return callId;
    },
    /** One command: whatever it does to the workspace. */
    async command(work: () => void) {
      calls += 1;
      const callId = `call_${calls}`;
      record({ type: 'call-admitted', body: { callId, index: 0, name: 'run_command', arguments: '{}' } });
      const capture = await changes
        .forCall(callId)
        .capture([{ kind: 'exec', target: 'x', where: 'workspace', known: false }]);
      work();
      await capture.end();
      return callId;
    },
    write(path: string, content: string | Uint8Array) {
      return this.call(async (port) => {
        const at = place(path);
        const base = at.kind === 'file' ? readFileSync(at.path) : undefined;
        return port.stage({ place: at, operation: 'write', base, content: Buffer.from(content) });
      });
    },
    remove(path: string) {
      return this.call(async (port) => must(await port.stageDelete(place(path))), 'delete_file');
    },
    move(from: string, to: string) {
      return this.call(async (port) => must(await port.stageMove(place(from), place(to))), 'move_file');
    },
    async undo(what: UndoWhat = { by: 'turn' }, over: Partial<UndoContext> & { skipChanged?: boolean } = {}) {
      const { skipChanged = false, ...rest } = over;
      return keep(await undoChanges(await scene(rest), { what, skipChanged }));
    },
    redo: async (over: Partial<UndoContext> = {}) => keep(await redoChanges(await scene(over))),
  };
}

function must<T>(value: T | ToolFailure): T {
  if (isFailure(value)) throw new Error(value.message);
  return value;
}

/** Everything below a folder: contents, modes, links, empty folders. */
export function treeOf(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (path: string, shown: string): void => {
    for (const name of readdirSync(path).sort()) {
      const at = join(path, name);
      const stats = lstatSync(at);
      const key = `${shown}${name}`;
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) found[key] = `link ${readlinkSync(at)}`;
      else if (stats.isDirectory()) {
        found[`${key}/`] = mode;
        visit(at, `${key}/`);
      } else found[key] = `${mode} ${sha256(readFileSync(at))}`;
    }
  };
  visit(root, '');
  return found;
}

import { realpathSync } from 'node:fs';
import { attempt } from '../base/attempt.js';
import { ToolwrightError } from '../base/error.js';
import type { Store } from '../store/store.js';
import { configName, workspaceFolder } from './config-paths.js';
import { type ContentChange, compareContent, packTexts, unpackTexts } from './content-change.js';
import { type TrustGiven, type UserEventBody, type UserRecord, userStream } from './event.js';
import { type ContentFile, readWorkspaceContent } from './workspace-content.js';

/** Whether what a workspace brings may be used, and its content as it was when that was looked at. */
export type TrustInspection =
  /** It brings nothing. */
  | { readonly state: 'nothing'; readonly workspace: string; readonly folder: string }
  /** It cannot be read, and is not used; the message says why and what to do. */
  | { readonly state: 'unreadable'; readonly workspace: string; readonly folder: string; readonly message: string }
  | InspectedContent;

export interface InspectedContent {
  /** `changed`: other content of it was trusted before; `changes` is the difference. */
  readonly state: 'trusted' | 'untrusted' | 'changed';
  /** The real path. */
  readonly workspace: string;
  readonly folder: string;
  readonly hash: string;
  readonly files: readonly ContentFile[];
  readonly changes: readonly ContentChange[];
  /** The user said no to exactly this content. */
  readonly declined?: true;
}

/** Looks at what a workspace brings and whether the user trusts exactly that. */
export async function inspectTrust(store: Store, workspace: string): Promise<TrustInspection> {
  const real = realPathOf(workspace);
  if (real === undefined) throw missing(workspace);
  const place = { workspace: real, folder: `${real === '/' ? '' : real}/${workspaceFolder}` };
  const content = readWorkspaceContent(real);
  if (content.state !== 'content') return { ...content, ...place };
  const { hash, files } = content;
  const records = await readUserStream(store);
  const given = trustIn(records).get(real) ?? [];
  if (given.some((one) => one.hash === hash)) return { state: 'trusted', ...place, hash, files, changes: [] };
  const last = given.at(-1);
  const before = last === undefined ? undefined : { files: last.files, texts: await readTexts(store, last) };
  const changes = compareContent(before ?? { files: [], texts: new Map() }, files);
  const state = last === undefined ? 'untrusted' : 'changed';
  const declined = records.some(
    (one) => one.type === 'trust-revoked' && one.body.workspace === real && one.body.hash === hash,
  );
  return { state, ...place, hash, files, changes, ...(declined && { declined }) };
}

/** Records that the user does not want exactly this content, so that it is not asked about at every start. */
export async function declineTrust(store: Store, inspected: InspectedContent): Promise<InspectedContent> {
  const { workspace, hash } = inspected;
  await append(store, { type: 'trust-revoked', body: { workspace, hash } });
  return { ...inspected, declined: true };
}

/** Records that the user trusts what was inspected, and nothing else. */
export async function giveTrust(store: Store, inspected: InspectedContent): Promise<InspectedContent> {
  const { workspace, hash } = inspected;
  const texts = await store.blobs.write(packTexts(inspected.files));
  const files = inspected.files.map(({ bytes: _, ...file }) => file);
  await append(store, { type: 'trust-given', body: { workspace, hash, files, texts } });
  return { ...inspected, state: 'trusted', changes: [] };
}

/** Takes all trust in a workspace back; false when there was none. `workspace` may be a folder that is gone. */
export async function revokeTrust(store: Store, workspace: string): Promise<boolean> {
  const real = realPathOf(workspace) ?? workspace;
  if (!(await readTrust(store)).has(real)) return false;
  await append(store, { type: 'trust-revoked', body: { workspace: real } });
  return true;
}

/** A workspace the user trusts, and the content that was trusted last. */
interface TrustedWorkspace {
  readonly workspace: string;
  readonly hash: string;
  readonly files: number;
  readonly at: number;
}

export async function listTrust(store: Store): Promise<readonly TrustedWorkspace[]> {
  const trusted = await readTrust(store);
  return [...trusted].flatMap(([workspace, given]) => {
    const last = given.at(-1);
    return last === undefined ? [] : [{ workspace, hash: last.hash, files: last.files.length, at: last.at }];
  });
}

type Given = TrustGiven & { readonly at: number };

/** What is trusted now, by workspace, oldest first. Content that was trusted stays so when the folder goes back to it. */
async function readTrust(store: Store): Promise<ReadonlyMap<string, readonly Given[]>> {
  return trustIn(await readUserStream(store));
}

async function readUserStream(store: Store): Promise<readonly UserRecord[]> {
  return (await store.read(userStream)) as readonly UserRecord[];
}

function trustIn(records: readonly UserRecord[]): ReadonlyMap<string, readonly Given[]> {
  const trusted = new Map<string, readonly Given[]>();
  for (const { type, body, at } of records) {
    if (type !== 'trust-given' && type !== 'trust-revoked') continue;
    const before = trusted.get(body.workspace) ?? [];
    if (type === 'trust-given') {
      trusted.set(body.workspace, [...before.filter(({ hash }) => hash !== body.hash), { ...body, at }]);
    } else {
      const left = body.hash === undefined ? [] : before.filter(({ hash }) => hash !== body.hash);
      if (left.length > 0) trusted.set(body.workspace, left);
      else trusted.delete(body.workspace);
    }
  }
  return trusted;
}

async function readTexts(store: Store, { texts }: TrustGiven): Promise<ReadonlyMap<string, string>> {
  const packed = await store.blobs.read(texts);
  return packed === undefined ? new Map() : unpackTexts(packed);
}

async function append(store: Store, event: UserEventBody): Promise<void> {
  await store.append(userStream, [event]);
}

const realPathOf = (path: string): string | undefined => attempt(() => realpathSync(path), undefined);

const missing = (workspace: string): ToolwrightError =>
  new ToolwrightError('workspace-missing', `There is no folder ${workspace}: create it, or name another one.`);

/**
 * Keeps the trust in a workspace whose config file the user has just written: what was trusted, or was not there, plus
 * exactly this text is trusted. Anything else that changed meanwhile is left to be asked about.
 */
export async function carryTrust(
  store: Store,
  before: TrustInspection,
  written: { readonly text: string },
): Promise<TrustInspection> {
  const after = await inspectTrust(store, before.workspace);
  if (after.state !== 'untrusted' && after.state !== 'changed') return after;
  if (before.state !== 'nothing' && before.state !== 'trusted') return after;
  const config = after.files.find(({ path }) => path === configName);
  const asWritten = config !== undefined && !config.link && Buffer.from(written.text).equals(config.bytes);
  return asWritten && othersOf(before) === othersOf(after) ? giveTrust(store, after) : after;
}

/** Everything but the config file, in a form that can be compared. */
function othersOf(trust: TrustInspection): string {
  if (trust.state === 'nothing' || trust.state === 'unreadable') return '[]';
  const others = trust.files.filter(({ path }) => path !== configName);
  return JSON.stringify(others.map(({ path, sha256, link }) => [path, sha256, link ?? false]));
}

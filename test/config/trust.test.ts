import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../src/base/digest.js';
import { userStream } from '../../src/config/event.js';
import { loadConfigFiles, withWorkspace } from '../../src/config/open-config.js';
import {
  carryTrust,
  declineTrust,
  giveTrust,
  type InspectedContent,
  inspectTrust,
  listTrust,
  revokeTrust,
  type TrustInspection,
} from '../../src/config/trust.js';
import { findSession, listSessions } from '../../src/session/sessions.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { verifies } from '../requirements.js';

interface Scene {
  readonly store: Store;
  readonly root: string;
  write(name: string, text: string | Uint8Array): void;
  remove(name: string): void;
  inspect(): Promise<TrustInspection>;
  trust(): Promise<InspectedContent>;
}

function newFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-trust-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

function scene(store: Store = createMemoryStore()): Scene {
  const root = newFolder();
  const at = (name: string): string => join(root, '.toolwright', name);
  const inspect = () => inspectTrust(store, root);
  return {
    store,
    root,
    write(name, text) {
      mkdirSync(join(at(name), '..'), { recursive: true });
      writeFileSync(at(name), text);
    },
    remove: (name) => rmSync(at(name)),
    inspect,
    async trust() {
      const found = await inspect();
      if (found.state === 'nothing' || found.state === 'unreadable') throw new Error(found.state);
      return giveTrust(store, found);
    },
  };
}

const stateOf = async ({ inspect }: Scene): Promise<string> => (await inspect()).state;

describe('trust', () => {
  it('is given to exactly one content of one workspace', async () => {
    verifies('models.trust.content');
    const one = scene();
    const other = scene(one.store);
    expect(await stateOf(one)).toBe('nothing');
    for (const { write } of [one, other]) write('config.json', '{"mode":"plan"}');
    expect(await stateOf(one)).toBe('untrusted');
    await one.trust();
    expect(await stateOf(one)).toBe('trusted');
    expect(await stateOf(other)).toBe('untrusted');
    one.write('config.json', '{"mode":"ask"}');
    expect(await stateOf(one)).toBe('changed');
    one.write('config.json', '{"mode":"plan"}');
    expect(await stateOf(one)).toBe('trusted');
    one.write('tools/x.json', '{}');
    expect(await stateOf(one)).toBe('changed');
  });

  it('is recorded with every file, and taken back, in the stream of the user', async () => {
    verifies('design.events.trust-given', 'design.events.trust-revoked', 'models.trust.user-stream');
    const one = scene();
    one.write('config.json', '{"mode":"plan"}');
    one.write('bin', new Uint8Array([0, 1]));
    symlinkSync('x', join(one.root, '.toolwright', 'link'));
    const { hash } = await one.trust();
    await revokeTrust(one.store, one.root);
    const [given, revoked] = await one.store.read(userStream);
    expect([given, revoked]).toMatchObject([
      {
        type: 'trust-given',
        body: {
          workspace: one.root,
          hash,
          files: [
            { path: 'bin', size: 2, sha256: sha256(new Uint8Array([0, 1])) },
            { path: 'config.json', size: 15, sha256: sha256('{"mode":"plan"}') },
            { path: 'link', size: 1, sha256: sha256('x'), link: true },
          ],
          texts: expect.stringMatching(/^blob:[0-9a-f]{64}$/),
        },
      },
      { type: 'trust-revoked', body: { workspace: one.root } },
    ]);
    const { texts } = given?.body as { texts: string };
    expect(Buffer.from((await one.store.blobs.read(texts)) ?? []).toString()).toBe(
      '[["config.json","{\\"mode\\":\\"plan\\"}"]]',
    );
    expect(await stateOf(one)).toBe('untrusted');
    expect(await listSessions(one.store)).toEqual([]);
    await expect(findSession(one.store, 'user')).rejects.toThrow('There are no sessions here');
  });

  it('outlives the process, and sessions that are deleted', async () => {
    verifies('models.trust.user-stream');
    const path = join(newFolder(), 'store.db');
    const first = scene(await openStore(path));
    first.write('config.json', '{"mode":"plan"}');
    await first.trust();
    const shared = await first.store.blobs.write('[["config.json","{\\"mode\\":\\"plan\\"}"]]');
    await first.store.append('ses_1', [{ type: 'x', body: { blob: shared } }]);
    await first.store.delete('ses_1');
    await first.store.close();
    const store = await openStore(path);
    onTestFinished(() => store.close());
    expect((await inspectTrust(store, first.root)).state).toBe('trusted');
    first.write('config.json', '{"mode":"ask"}');
    expect(await inspectTrust(store, first.root)).toMatchObject({
      state: 'changed',
      changes: [{ diff: expect.stringContaining('-{"mode":"plan"}') }],
    });
  });

  it('is listed and taken back, also of a folder that is gone', async () => {
    verifies('models.trust.revoke');
    const one = scene();
    const other = scene(one.store);
    for (const { write } of [one, other]) write('a', 'x');
    const { hash } = await one.trust();
    await other.trust();
    const at = expect.any(Number);
    expect(await listTrust(one.store)).toEqual([
      { workspace: one.root, hash, files: 1, at },
      { workspace: other.root, hash, files: 1, at },
    ]);
    rmSync(one.root, { recursive: true });
    expect(await revokeTrust(one.store, one.root)).toBe(true);
    expect(await revokeTrust(one.store, one.root)).toBe(false);
    expect(await listTrust(one.store)).toEqual([{ workspace: other.root, hash, files: 1, at }]);
    expect(await stateOf(other)).toBe('trusted');
    await expect(inspectTrust(one.store, one.root)).rejects.toMatchObject({ code: 'workspace-missing' });
  });

  it('is not asked for again where exactly this content was declined', async () => {
    const one = scene();
    one.write('config.json', '{"mode":"plan"}');
    const untrusted = (await one.inspect()) as InspectedContent;
    expect(untrusted).not.toHaveProperty('declined');
    expect(await declineTrust(one.store, untrusted)).toEqual({ ...untrusted, declined: true });
    expect(await one.inspect()).toEqual({ ...untrusted, declined: true });
    one.write('config.json', '{"mode":"ask"}');
    expect(await one.inspect()).not.toHaveProperty('declined');
    const other = scene(one.store);
    other.write('config.json', '{"mode":"plan"}');
    expect(await other.inspect()).not.toHaveProperty('declined');
  });

  it('of one content can be taken back alone', async () => {
    const one = scene();
    one.write('a', '1');
    const { hash } = await one.trust();
    one.write('a', '2');
    await one.trust();
    await one.store.append(userStream, [{ type: 'trust-revoked', body: { workspace: one.root, hash } }]);
    expect(await stateOf(one)).toBe('trusted');
    one.write('a', '1');
    expect(await stateOf(one)).toBe('changed');
  });
});

it('tells the difference to what was trusted last', async () => {
  verifies('models.trust.changed');
  const one = scene();
  one.write('config.json', '{\n"mode": "plan"\n}\n');
  one.write('gone', 'x');
  one.write('same', 'x');
  one.write('bin', new Uint8Array([0]));
  await one.trust();
  one.write('config.json', '{\n"mode": "ask"\n}\n');
  one.remove('gone');
  one.write('bin', new Uint8Array([0, 1]));
  one.write('new\nname', 'y\n');
  const { changes, ...found } = (await one.inspect()) as InspectedContent;
  expect(found.state).toBe('changed');
  expect(changes).toEqual([
    { path: 'bin', change: 'changed' },
    {
      path: 'config.json',
      change: 'changed',
      diff: '--- a/config.json\n+++ b/config.json\n@@ -1,3 +1,3 @@\n {\n-"mode": "plan"\n+"mode": "ask"\n }\n',
    },
    { path: 'gone', change: 'removed' },
    { path: 'new\nname', change: 'added', diff: '--- /dev/null\n+++ b/new\\nname\n@@ -0,0 +1 @@\n+y\n' },
  ]);
});

it('works out no more differences than a person could read', async () => {
  verifies('models.trust.bounded');
  const one = scene();
  for (let at = 0; at < 60; at += 1) one.write(`f${at}`, `${at}\n`);
  one.write('large', 'x\n'.repeat(200_000));
  const { changes } = (await one.inspect()) as InspectedContent;
  expect(changes).toHaveLength(61);
  expect(changes.filter(({ diff }) => diff !== undefined)).toHaveLength(20);
});

it('uses the very bytes that were looked at', async () => {
  verifies('models.trust.same-bytes');
  const one = scene();
  one.write('config.json', '{"model":"good"}');
  const inspected = (await one.inspect()) as InspectedContent;
  one.write('config.json', '{"model":"evil"}');
  const trusted = await giveTrust(one.store, inspected);
  const config = loadConfigFiles({ user: undefined, managed: join(one.root, 'none') });
  expect(withWorkspace(config, trusted).values).toEqual({ model: 'good' });
  expect(await stateOf(one)).toBe('changed');
});

describe('what the person wrote themself', () => {
  const text = '{"mode":"plan"}';

  it('stays trusted, or is so from the start', async () => {
    verifies('models.trust.own-edit');
    const one = scene();
    const before = await one.inspect();
    one.write('config.json', text);
    expect((await carryTrust(one.store, before, { text })).state).toBe('trusted');
    one.write('tool', 'x');
    await one.trust();
    const again = await one.inspect();
    one.write('config.json', '{}');
    expect((await carryTrust(one.store, again, { text: '{}' })).state).toBe('trusted');
    expect(await stateOf(one)).toBe('trusted');
  });

  it('is not trusted with anything else that came or was there', async () => {
    verifies('models.trust.own-edit');
    const untrusted = scene();
    untrusted.write('tool', 'x');
    const before = await untrusted.inspect();
    untrusted.write('config.json', text);
    expect((await carryTrust(untrusted.store, before, { text })).state).toBe('untrusted');

    const raced = scene();
    const nothing = await raced.inspect();
    raced.write('config.json', text);
    raced.write('tool', 'x');
    expect((await carryTrust(raced.store, nothing, { text })).state).toBe('untrusted');

    const swapped = scene();
    const empty = await swapped.inspect();
    swapped.write('config.json', '{"model":"evil"}');
    expect((await carryTrust(swapped.store, empty, { text })).state).toBe('untrusted');
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.js';
import { compactConversation } from '../../src/history/conversation.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { verifies } from '../requirements.js';
import { bodies, newFolder, open, play } from './open.js';

const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const picture = { mediaType: 'image/png', data: bytes.toString('base64') };
const read = { calls: [{ name: 'read_file', arguments: { path: 'a.png' } }] };

function workspace(): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'a.png'), bytes);
  return folder;
}

describe('the picture of a result', () => {
  it('is shown to the model, kept as a blob, and there again when the session is gone on with', async () => {
    verifies('files.read.image', 'files.read.image-kept');
    const store = createMemoryStore();
    const folder = workspace();
    const session = await open([read, { text: 'a dot' }], { store, workspace: folder, builtins: true });
    const { events } = await play(session.send('look'));
    const shown = session.requests[1]?.messages.at(-1);
    expect(shown).toMatchObject({ role: 'tool', isError: false, images: [picture] });
    const blob = `blob:${sha256(bytes)}`;
    expect(bodies(events, 'call-settled')).toMatchObject([
      { outcome: 'ok', images: [{ mediaType: 'image/png', blob }] },
    ]);
    expect(JSON.stringify(events)).not.toContain(picture.data);
    await session.close();
    const again = await open([{ text: 'still' }], { store, session: session.id, builtins: true });
    await again.send('and now?').result;
    expect(again.requests[0]?.messages).toContainEqual(shown);
    await again.close();
    const lost = { ...store, blobs: { ...store.blobs, read: async () => undefined } };
    const without = await open([{ text: 'gone' }], { store: lost, session: session.id, builtins: true });
    await without.send('and now?').result;
    expect(without.requests[0]?.messages).toContainEqual(
      expect.objectContaining({ role: 'tool', images: [], text: expect.stringContaining('no longer there') }),
    );
  });

  it('goes when a compaction needs the room', async () => {
    verifies('files.read.image-compacted');
    const session = await open([read, { text: 'a dot' }], { workspace: workspace(), builtins: true });
    await session.send('look').result;
    const messages = session.requests[1]?.messages ?? [];
    const result = messages.find(({ role }) => role === 'tool');
    if (result?.role !== 'tool') throw new Error('there is no result');
    const shorten = (chars: number) =>
      compactConversation(
        { messages, cuts: [], head: 1 },
        { shortened: [{ what: 'result', id: result.callId, chars }] },
        new Map(),
      ).messages.at(-1);
    expect(shorten(2000)).toEqual(result);
    const shorter = shorten(400);
    expect(shorter).not.toHaveProperty('images');
    expect(shorter?.text).toContain('1 picture left out to save room');
  });
});

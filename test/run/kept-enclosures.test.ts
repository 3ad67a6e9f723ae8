import { expect, it } from 'vitest';
import { createMask } from '../../src/policy/secret/create-mask.js';
import { keptEnclosures } from '../../src/run/kept-enclosures.js';
import { createMemoryBlobs } from '../../src/store/memory-blobs.js';

const value = 'kx-test-7d1f0c2a9b8e4f60';
const mask = createMask({ secrets: [{ name: 'API_KEY', value }] });

async function scene() {
  const blobs = createMemoryBlobs();
  const made = async (mediaType: string, content: string) => ({
    name: 'x',
    mediaType,
    blob: await blobs.write(content),
  });
  const contentOf = async (blob: string) => Buffer.from((await blobs.read(blob)) ?? []).toString();
  return {
    blobs,
    made,
    contentOf,
    env: { secrets: { mask }, ports: { blobs } } as unknown as Parameters<typeof keptEnclosures>[1],
  };
}

it('keeps what is there, with secrets masked in what is text', async () => {
  const { made, contentOf, env } = await scene();
  const clean = await made('application/json', '{"a":1}');
  const binary = await made('audio/wav', `RIFF ${value}`);
  const text = await made('text/plain', `key ${value}`);
  const gone = { name: 'gone', mediaType: 'text/plain', blob: `blob:${'0'.repeat(64)}` };
  const [first, second, third, ...more] = await keptEnclosures([clean, gone, binary, text], env);
  expect([first, second]).toEqual([clean, binary]);
  expect({ ...third, blob: '' }).toEqual({ ...text, blob: '' });
  expect(await contentOf(third?.blob ?? '')).toBe('key [masked:API_KEY]');
  expect(more).toEqual([]);
});

it('keeps the first twenty of many', async () => {
  const { made, env } = await scene();
  const many = await Promise.all(Array.from({ length: 25 }, (_, at) => made('text/plain', `${at}`)));
  expect(await keptEnclosures(many, env)).toEqual(many.slice(0, 20));
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createMask } from '../../../src/policy/secret/create-mask.js';
import { verifies } from '../../requirements.js';
import { createRandom, type Random } from '../../support/random.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

it('finds next to nothing in ordinary text', () => {
  verifies('secret.shape.alarms');
  const rates = Object.entries(corpora()).map(([name, texts]) => {
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const alarms = texts.reduce((sum, text) => sum + mask.text(text).count, 0);
    return { name, megabytes: bytes / 1e6, alarms, rate: alarms / (bytes / 1e6) };
  });
  const all = rates.reduce((sum, { megabytes }) => sum + megabytes, 0);
  const alarms = rates.reduce((sum, rate) => sum + rate.alarms, 0);
  for (const { name, megabytes, alarms: count, rate } of rates)
    console.log(`${name}: ${count} in ${megabytes.toFixed(1)} MB, ${rate.toFixed(2)} per MB`);
  console.log(`false alarms: ${alarms} in ${all.toFixed(1)} MB, ${(alarms / all).toFixed(2)} per MB`);
  // What is made up here holds no example of a key; what people wrote does.
  expect(rates.filter(({ name, alarms: count }) => name.startsWith('made up') && count > 0)).toEqual([]);
  // Fingerprints of keys, in read-me files, have the shape of keys: a mask too many is better than one too few.
  expect(rates.filter(({ rate }) => rate > 1.5)).toEqual([]);
  expect(alarms / all).toBeLessThanOrEqual(0.25);
  expect(all).toBeGreaterThan(20);
});

const mask = createMask({ secrets: [] });

function corpora(): Readonly<Record<string, readonly string[]>> {
  const random = createRandom(11);
  return {
    'our own source': filesIn('src', /\.ts$/),
    'our own docs': filesIn('docs', /\.md$/),
    'our own tools': [...filesIn('scripts', /./), ...filesIn('bench', /./)],
    'read-me files and changelogs': filesIn('node_modules', /^(?:readme|changelog|history).*\.md$/i, 6e6),
    'lock files': [readFileSync(join(root, 'package-lock.json'), 'utf8')],
    'bundled and minified programs': filesIn('node_modules', /\.(?:c|m)?js$/, 12e6),
    declarations: filesIn('node_modules', /\.d\.ts$/, 6e6),
    'source maps': filesIn('node_modules', /\.map$/, 4e6),
    ...Object.fromEntries(
      Object.entries(madeUp).map(([name, line]) => [
        `made up: ${name}`,
        [Array.from({ length: 8000 }, (_, at) => line(random, at)).join('\n')],
      ]),
    ),
  };
}

function filesIn(folder: string, names: RegExp, most = Number.POSITIVE_INFINITY): readonly string[] {
  const texts: string[] = [];
  let size = 0;
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !names.test(entry.name) || showsTokens.test(entry.parentPath)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    texts.push(text);
    size += text.length;
    if (size > most) break;
  }
  return texts;
}

/** Packages that are about tokens, and show some. */
const showsTokens = /@octokit\//;

const drawn = (random: Random, from: string, length: number): string =>
  Array.from({ length }, () => random.pick([...from])).join('');
const hex = (random: Random, length: number): string => drawn(random, '0123456789abcdef', length);
const base64 = (random: Random, length: number): string =>
  drawn(random, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', length);

/** Lines that look drawn by lot, and are no secrets. */
const madeUp: Readonly<Record<string, (random: Random, at: number) => string>> = {
  'git log': (random, at) =>
    `commit ${hex(random, 40)}\nMerge: ${hex(random, 7)} ${hex(random, 7)}\nAuthor: A <a@example.com>\nindex ${hex(random, 11)}..${hex(random, 11)} 100644\n    Change ${at} of the key and the token (#${at})`,
  uuids: (random) =>
    `{"id":"${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}","at":1700000000}`,
  integrity: (random, at) =>
    `      "resolved": "https://registry.example.com/p${at}/-/p${at}-1.0.${at}.tgz",\n      "integrity": "sha512-${base64(random, 86)}==",`,
  images: (random) => `<img src="data:image/png;base64,${base64(random, 400)}=">`,
  minified: (random) =>
    `function ${hex(random, 3)}(e,t){var n=e.key,r=t.token;return n===r?e:{key:n,token:r,auth:e.auth||"${hex(random, 6)}"}}`,
  'stack traces': (_, at) =>
    `    at Object.checkToken (/srv/app/node_modules/express-jwt-${at}/lib/index.js:${at}:17)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
  'ls -l': (random, at) => `-rw-r--r-- 1 user group ${at * 37} Mar  3 12:${10 + (at % 50)} ${hex(random, 20)}.chunk.js`,
  npm: (_, at) =>
    `npm warn deprecated pkg-${at}@1.2.${at}: use auth-token@2 instead\nadded ${at} packages in ${at % 60}s`,
  hexdump: (random) =>
    `00000${hex(random, 3)}  ${Array.from({ length: 16 }, () => hex(random, 2)).join(' ')}  |................|`,
  docker: (random) => `Step: sha256:${hex(random, 64)}: Pulling fs layer ${hex(random, 12)}`,
  html: (random, at) =>
    `<a class="css-${hex(random, 6)}" href="https://example.com/a/${hex(random, 32)}?page=${at}&key=value">key: value</a>`,
  logs: (random, at) =>
    `2024-03-01T12:00:00Z INFO request_id=${hex(random, 32)} trace=${hex(random, 32)} token refreshed in ${at}ms key=users:${at}`,
};

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMask } from '../src/policy/secret/create-mask.js';
import { median } from './figures.js';
import type { Contender, Race, Scenario, ScenarioOptions } from './scenario.js';

/** What masking costs: ordinary output as it comes from a process, and text that was made to be slow, by size. */
export async function masking({ smoke }: ScenarioOptions): Promise<Scenario> {
  const megabyte = smoke ? 10_000 : 1_000_000;
  const output = ordinaryOutput(megabyte);
  const speed: Race = {
    name: 'masking 1 MB of output',
    repetitions: smoke ? 1 : 5,
    reports: 'ms',
    contenders: [
      timed('toolwright, 64 KB at a time', smoke ? 1 : 20, () => streamed(output, 65_536)),
      timed('toolwright, 1 KB at a time', smoke ? 1 : 10, () => streamed(output, 1024)),
    ],
  };
  const against: Race = {
    name: 'masking, against a search for each value',
    repetitions: smoke ? 1 : 15,
    reports: 'ms',
    contenders: [
      timed('indexOf, plain only', smoke ? 1 : 10, () => search(output)),
      timed('toolwright', smoke ? 1 : 10, () => streamed(output, 65_536)),
    ],
  };
  const sizes = Object.entries(baits).map(([kind, bait]) => bySize(kind, bait, smoke));
  return {
    races: [speed, against, ...sizes],
    bars: [
      {
        race: speed.name,
        contender: 'toolwright, 64 KB at a time',
        limit: 10,
        says: 'masking 1 MB, ms: at least 100 MB/s',
      },
      {
        race: against.name,
        contender: 'toolwright',
        against: 'indexOf, plain only',
        limit: 2,
        says: `masking in all encodings, against indexOf of ${values.length} plain values and ${signs.length} prefixes`,
      },
      ...sizes.map(({ name: race }) => ({
        race,
        contender: '1 MB',
        against: '16 × 64 KB',
        limit: 1.5,
        says: `${race}: 1 MB, against sixteen times 64 KB`,
      })),
    ],
    close: async () => {},
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** As many as a developer has, of the usual kinds. */
const values = Array.from({ length: 20 }, (_, at) => {
  const drawn = digest(`value ${at}`);
  return [
    drawn.toString('base64').slice(0, 40),
    drawn.toString('hex').slice(0, 32),
    `p@ss "${drawn.toString('base64url').slice(0, 10)}" %`,
  ][at % 3] as string;
});
/** What the shapes begin with, as far as they are words: a search for them is the least that finding them takes. */
const signs = [
  '-----BEGIN ',
  'AKIA',
  'ghp_',
  'glpat-',
  'xoxb-',
  'npm_',
  'pypi-',
  'hf_',
  'AIza',
  'sk-',
  'eyJ',
  '://',
  'oken',
  'assw',
];

const mask = createMask({ secrets: values.map((value, at) => ({ name: `NAME_${at}`, value })) });

/** What a command prints of this project: its source, its lock file, its docs, and a log. */
function ordinaryOutput(size: number): Buffer {
  const folder = join(process.cwd(), 'src');
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const log = Array.from(
    { length: 3000 },
    (_, at) => `2024-03-01 12:00:${at % 60} INFO [worker-${at % 7}] GET /items/${digest(`${at}`).toString('hex')} 200`,
  );
  const texts = [
    ...source.map((path) => readFileSync(join(folder, path), 'utf8').slice(0, size / 2)).slice(0, 60),
    readFileSync('package-lock.json', 'utf8').slice(0, size / 5),
    readFileSync('README.md', 'utf8'),
    log.join('\n').slice(0, size / 5),
  ];
  const whole = Buffer.from(texts.join('\n'));
  return Buffer.concat(Array.from({ length: Math.ceil(size / whole.length) }, () => whole)).subarray(0, size);
}

function streamed(bytes: Buffer, piece: number): number {
  const stream = mask.stream();
  let length = 0;
  for (let at = 0; at < bytes.length; at += piece) length += stream.push(bytes.subarray(at, at + piece)).length;
  return length + stream.end().length;
}

/**
 * Reports the time of this process alone, not what it waited for others, as the median of several passes: masking keeps one
 * core busy, and nothing else.
 */
function timed(name: string, passes: number, pass: () => number): Contender {
  return {
    name,
    expected: { calls: 1, text: 'masked' },
    async run() {
      const costs = Array.from({ length: passes }, () => {
        const from = process.cpuUsage();
        pass();
        const { user, system } = process.cpuUsage(from);
        return (user + system) / 1000;
      });
      return { calls: 1, text: 'masked', cost: median(costs) };
    },
  };
}

/** The least there is to do without an engine: to look for each value, in no encoding, and for what shapes begin with. */
function search(bytes: Buffer): number {
  let found = 0;
  for (const text of [...values, ...signs]) {
    const wanted = Buffer.from(text);
    for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) found += 1;
  }
  return found;
}

/** Text in which something seems to begin everywhere. */
const baits: Readonly<Record<string, string>> = {
  'one letter': 'A',
  'signed tokens': 'eyJ.eyJ',
  'key files': '-----BEGIN RSA PRIVATE KEY-----\nAAAA',
  'names of secrets': 'key=',
  escapes: '%41\\n\\u0041',
  'a value, cut short': (values[0] ?? '').slice(0, -1),
};

/** The same bytes as one stream, and as sixteen. */
function bySize(kind: string, bait: string, smoke: boolean): Race {
  const small = smoke ? 1000 : 62_500;
  const bytes = Buffer.from(bait.repeat(Math.ceil(small / bait.length)));
  const large = Buffer.concat(Array.from({ length: 16 }, () => bytes));
  const passes = smoke ? 1 : 5;
  return {
    name: `masking ${kind}, by size`,
    repetitions: smoke ? 1 : 9,
    reports: 'ms',
    contenders: [
      timed('16 × 64 KB', passes, () => Array.from({ length: 16 }, () => streamed(bytes, 8192)).length),
      timed('1 MB', passes, () => streamed(large, 8192)),
    ],
  };
}

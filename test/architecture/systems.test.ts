import { expect, it } from 'vitest';
import { readSources, type SourceFile } from './source.js';

/** A system has one home: `src/profile/<system>/`, and over `session` `src/systems/<system>/`. */
const homeOf = (path: string): string | undefined => /^src\/(?:profile|systems)\/([^/]+)\//.exec(path)?.[1];

/** In any spelling; `seed` is a word of others too, and counts where it begins a name or stands alone. */
const systemNames = [/yips|astra|(?<![a-z])y-?agent|local-?harness/gi, /(?<![\w-])seeds?(?![a-z_])|Seed(?![a-z])/g];

const namesIn = (text: string): readonly string[] =>
  systemNames.flatMap((pattern) => Array.from(text.matchAll(pattern), ([name]) => name));

/** Where a system is named outside its home, by what it is named, and why it has to be. */
const named: Readonly<Record<string, readonly [names: RegExp, reason: string]>> = {
  'src/index.ts': [/./, 'the package exports what programs use of a system'],
  'src/policy.ts': [/./, 'the package exports the vocabularies beside the policy they stand in'],
  'src/profile/find-profile.ts': [/./, 'the register of profiles: what is known of each before it is opened'],
  'src/systems/export-formats.ts': [/./, 'the register of what a session is exported as'],
  'src/workspace/scopes.ts': [/^seed$/, 'the folder .seed of another program, protected like .git and .codex'],
  'src/model/known-models.ts': [/^seed$/, 'the model seed-oss, which has nothing to do with the system'],
  'src/testing/fake-ollama-check.ts': [/^seed$/, 'an option of Ollama'],
  'src/extend/mcp/elicit.ts': [/^seed$/, 'the seed phrase of a wallet'],
};

/** The formats that systems write calls in are formats like others, and `auto` reads them all. */
const formats = 'src/dialect/';

it('names a system only in its home', () => {
  expect(readSources().flatMap(strangeNames)).toEqual([]);
});

it('has no exception that nothing needs', () => {
  const used = new Set(
    readSources()
      .filter(({ text }) => namesIn(text).length > 0)
      .map(({ path }) => path),
  );
  expect(Object.keys(named).filter((path) => !used.has(path))).toEqual([]);
});

it('finds a name in any spelling, and no word that only holds one', () => {
  const found = (text: string) => strangeNames({ path: 'src/run/call.ts', text } as SourceFile).length;
  const strange = ['createYipsPolicy', 'yAgent', 'Y-AGENT', 'localHarness', 'asAstra', 'seedTool', 'isSeed', "'seed'"];
  expect(strange.map(found)).toEqual(strange.map(() => 1));
  expect(['contraseña', 'exceeds', 'SEED_PHRASE', 'reseeded', 'a harness'].map(found)).toEqual([0, 0, 0, 0, 0]);
});

it('loads a system only when it is opened: no other code imports from its home', () => {
  expect(readSources().flatMap(strangeImports)).toEqual([]);
});

it('finds an import from a home, one of another system too, and allows the registers to load one later', () => {
  const file = (path: string, target: string, dynamic = false): SourceFile =>
    ({
      path,
      imports: [{ target, relative: true, typeOnly: false, reExport: false, dynamic }],
    }) as unknown as SourceFile;
  const seedProfile = 'src/profile/seed/seed-profile.ts';
  expect(
    [
      file('src/session/session.ts', seedProfile),
      file('src/session/session.ts', seedProfile, true),
      file('src/profile/yips/yips-profile.ts', seedProfile),
      file('src/profile/find-profile.ts', seedProfile),
    ].flatMap(strangeImports),
  ).toHaveLength(4);
  expect(
    [
      file('src/profile/find-profile.ts', seedProfile, true),
      file('src/systems/seed/index.ts', seedProfile),
      file('src/index.ts', seedProfile),
    ].flatMap(strangeImports),
  ).toEqual([]);
});

function strangeNames({ path, text }: SourceFile): string[] {
  if (homeOf(path) !== undefined || path.startsWith(formats)) return [];
  const [allowed] = named[path] ?? [/^$/];
  return namesIn(text)
    .filter((name) => !allowed.test(name))
    .map((name) => `${path}: ${name}`);
}

const exporting = ['src/index.ts', 'src/policy.ts'];
const registers = ['src/profile/find-profile.ts', 'src/systems/export-formats.ts'];

function strangeImports({ path, imports }: SourceFile): string[] {
  if (exporting.includes(path)) return [];
  const home = homeOf(path);
  return imports
    .filter(({ target, relative }) => relative && homeOf(target) !== undefined && homeOf(target) !== home)
    .filter(({ dynamic }) => !(dynamic && registers.includes(path)))
    .map(({ target }) => `${path} → ${target}`);
}

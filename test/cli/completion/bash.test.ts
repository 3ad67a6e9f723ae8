import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { needs } from '../../support/needs.js';
import { openPrompt } from './prompt.js';
import { createShellFolder } from './shell-folder.js';

/** A line, and what it is after one Tab. */
const cases: readonly (readonly [string, string])[] = [
  ['toolwright ses', 'toolwright sessions '],
  ['toolwright sessions exp', 'toolwright sessions export '],
  ['toolwright -C work sess', 'toolwright -C work sessions '],
  ['toolwright help sessions sh', 'toolwright help sessions show '],
  ['toolwright help env', 'toolwright help environment '],
  ['toolwright completion f', 'toolwright completion fish '],
  ['X=1 toolwright ses', 'X=1 toolwright sessions '],
  ['true | toolwright ses', 'true | toolwright sessions '],
  // options: those of the command, each once
  ['toolwright sessions --li', 'toolwright sessions --limit '],
  ['toolwright sessions --on', 'toolwright sessions --on'],
  ['toolwright run --on', 'toolwright run --on-ask '],
  ['toolwright sessions --json --js', 'toolwright sessions --json --js'],
  ['toolwright run -- --on', 'toolwright run -- --on'],
  ['toolwright run "a: b=c" --on', 'toolwright run "a: b=c" --on-ask '],
  // choices and words worth offering
  ['toolwright --mode pl', 'toolwright --mode plan '],
  ['toolwright --mode=pl', 'toolwright --mode=plan '],
  ['toolwright run --on-ask wa', 'toolwright run --on-ask wait=5m '],
  ['toolwright run --on-ask=wa', 'toolwright run --on-ask=wait=5m '],
  ['toolwright --base-url h', 'toolwright --base-url h'],
  ['toolwright --api-key-env SOME_K', 'toolwright --api-key-env SOME_KEY '],
  // files and folders
  ['toolwright --store not', 'toolwright --store notes.txt '],
  ['toolwright --store=not', 'toolwright --store=notes.txt '],
  ['toolwright --store mem', 'toolwright --store memory '],
  ['toolwright --store my\\ fi', 'toolwright --store my\\ file.txt '],
  ['toolwright --store "my fi', 'toolwright --store "my file.txt" '],
  ['toolwright --store ~/pl', 'toolwright --store ~/plain.db '],
  ['toolwright --store x=', 'toolwright --store x=y '],
  ['toolwright -C my', 'toolwright -C my\\ folder/'],
  ['toolwright -C a:', 'toolwright -C a:b/'],
  ['toolwright --directory=a:b/', 'toolwright --directory=a:b/inner/'],
  // values only the program knows, whatever is in them
  ['toolwright --model qw', 'toolwright --model qwen3:'],
  ['toolwright --model qwen3:3', 'toolwright --model qwen3:30b '],
  ['toolwright --model=qwen3:8', 'toolwright --model=qwen3:8b '],
  ['toolwright --model="qwen3:8', 'toolwright --model="qwen3:8b" '],
  ['toolwright --model hf.co/a/b:Q', 'toolwright --model hf.co/a/b:Q4_K_M '],
  ['toolwright --model my', 'toolwright --model my\\ model '],
  ['toolwright --model my\\ mo', 'toolwright --model my\\ model '],
  ['toolwright --model "my', 'toolwright --model "my model" '],
  ['toolwright --model it', `toolwright --model it\\'s\\ \\"odd\\"\\ \\$HOME\\ \\\`id\\\` `],
  ['toolwright --model "it', `toolwright --model "it's \\"odd\\" \\$HOME \\\`id\\\`" `],
  ["toolwright --model 'it", `toolwright --model 'it'\\''s "odd" $HOME \`id\`' `],
  ['toolwright sessions show ses', 'toolwright sessions show ses_01 '],
  ['toolwright sessions show ses_01 l', 'toolwright sessions show ses_01 l'],
  // settings, and what they take
  ['toolwright config get probe', 'toolwright config get probeLocalServers '],
  ['toolwright config set probeLocalServers f', 'toolwright config set probeLocalServers false '],
  ['toolwright config get models.my\\ model.th', 'toolwright config get models.my\\ model.thinking '],
  ['toolwright --limit turnT', 'toolwright --limit turnTokens='],
];

describe.skipIf(needs('tmux') !== undefined)('completion in bash', () => {
  it('completes a line as the program would take it', { timeout: 180_000 }, async () => {
    verifies('models.face.completion-bash');
    const prompt = await openPrompt('bash', await createShellFolder());
    const got: [string, string][] = [];
    for (const [line] of cases) got.push([line, await prompt.complete(line)]);
    expect(got).toEqual(cases);
  });

  it('completes what stands before the cursor', async () => {
    verifies('models.face.completion-bash');
    const prompt = await openPrompt('bash', await createShellFolder());
    expect(await prompt.complete('toolwright sesXX', 'Left', 'Left', 'Tab', 'C-e')).toBe('toolwright sessionsXX');
    expect(await prompt.complete('toolwright tool --json', ...Array<string>(7).fill('Left'), 'Tab', 'C-e')).toBe(
      'toolwright tools --json',
    );
  });

  it('lists what there is, and looks into the store of the line', async () => {
    verifies('models.face.completion-bash');
    const prompt = await openPrompt('bash', await createShellFolder());
    const words = await prompt.lists('toolwright ', 'tools');
    for (const word of ['completion', 'help', 'run', 'sessions']) expect(words).toMatch(new RegExp(`\\b${word}\\b`));
    const models = await prompt.lists('toolwright --model ', 'guide');
    for (const name of ['qwen3:8b', 'qwen3:30b', 'hf.co/a/b:Q4_K_M']) expect(models).toContain(name);
    const inStores = [
      ["toolwright --store 'a b.db' --session s", "toolwright --store 'a b.db' --session ses_quoted "],
      ['toolwright sessions --store=a:c.db show s', 'toolwright sessions --store=a:c.db show ses_colon '],
      ['toolwright sessions show --store ~/own.db s', 'toolwright sessions show --store ~/own.db ses_home '],
    ] as const;
    for (const [line, wanted] of inStores) expect(await prompt.complete(line)).toBe(wanted);
  });

  it('keeps to what it was told by a table of odd words', async () => {
    verifies('models.face.completion-safe', 'models.face.options-again');
    const folder = await createShellFolder({ hostile: true });
    const prompt = await openPrompt('bash', folder);
    expect(await prompt.complete('toolwright od')).toBe('toolwright odd ');
    expect(await prompt.complete('toolwright odd set --hea')).toBe('toolwright odd set --header ');
    expect(await prompt.complete('toolwright odd set --header x --hea')).toBe(
      'toolwright odd set --header x --header ',
    );
    expect(await prompt.complete('toolwright odd set --word a')).toBe(
      "toolwright odd set --word a\\'b\\ \\$\\(touch\\ pwned\\) ",
    );
    expect(await prompt.complete('toolwright odd set --word c:')).toBe('toolwright odd set --word c:d\\\\e ');
    expect(await prompt.complete('toolwright odd set one not')).toBe('toolwright odd set one notes.txt ');
    expect(await prompt.complete('toolwright odd set one two not')).toBe('toolwright odd set one two notes.txt ');
    expect(existsSync(join(folder.work, 'pwned'))).toBe(false);
  });
});

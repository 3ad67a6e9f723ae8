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
  // options: those of the command, each once
  ['toolwright sessions --li', 'toolwright sessions --limit='],
  ['toolwright sessions --on', 'toolwright sessions --on'],
  ['toolwright run --on', 'toolwright run --on-ask='],
  ['toolwright sessions --json --js', 'toolwright sessions --json --js'],
  ['toolwright run -- --on', 'toolwright run -- --on'],
  ['toolwright run "a: b=c" --on', 'toolwright run "a: b=c" --on-ask='],
  // choices and words worth offering
  ['toolwright --mode pl', 'toolwright --mode plan '],
  ['toolwright --mode=pl', 'toolwright --mode=plan '],
  ['toolwright run --on-ask=wa', 'toolwright run --on-ask=wait=5m '],
  ['toolwright --api-key-env SOME_K', 'toolwright --api-key-env SOME_KEY '],
  // files and folders
  ['toolwright --store not', 'toolwright --store notes.txt '],
  ['toolwright --store=not', 'toolwright --store=notes.txt '],
  ['toolwright --store mem', 'toolwright --store memory '],
  ['toolwright --store my\\ fi', 'toolwright --store my\\ file.txt '],
  ['toolwright --store ~/pl', 'toolwright --store ~/plain.db '],
  ['toolwright -C my', 'toolwright -C my\\ folder/'],
  ['toolwright -Cmy', 'toolwright -Cmy\\ folder/'],
  ['toolwright --directory=a:b/', 'toolwright --directory=a:b/inner/'],
  // values only the program knows, whatever is in them
  ['toolwright --model qwen3:3', 'toolwright --model qwen3:30b '],
  ['toolwright --model=qwen3:8', 'toolwright --model=qwen3:8b '],
  ['toolwright --model hf.co/a/b:Q', 'toolwright --model hf.co/a/b:Q4_K_M '],
  ['toolwright --model my', 'toolwright --model my\\ model '],
  ['toolwright --model "my', 'toolwright --model "my model" '],
  ['toolwright --model it', `toolwright --model it\\'s\\ \\"odd\\"\\ \\$HOME\\ \\\`id\\\` `],
  ["toolwright --model 'it", `toolwright --model 'it'\\''s "odd" $HOME \`id\`' `],
  ['toolwright sessions show ses', 'toolwright sessions show ses_01 '],
  // settings, and what they take
  ['toolwright config get probe', 'toolwright config get probeLocalServers '],
  ['toolwright config set probeLocalServers f', 'toolwright config set probeLocalServers false '],
  ['toolwright --limit turnT', 'toolwright --limit turnTokens='],
];

const missing = needs('tmux') ?? needs('zsh');

describe.skipIf(missing !== undefined)('completion in zsh', () => {
  it('completes a line as the program would take it', { timeout: 180_000 }, async () => {
    verifies('models.face.completion-zsh');
    const prompt = await openPrompt('zsh', await createShellFolder());
    const got: [string, string][] = [];
    for (const [line] of cases) got.push([line, await prompt.complete(line)]);
    // zsh shows the space behind a value only when the next word begins.
    expect(got.map(([line, shown]) => [line, shown.trimEnd()])).toEqual(
      cases.map(([line, wanted]) => [line, wanted.trimEnd()]),
    );
  });

  it('says what each word does, and looks into the store of the line', async () => {
    verifies('models.face.completion-zsh');
    const prompt = await openPrompt('zsh', await createShellFolder());
    const words = await prompt.lists('toolwright ', 'list the tools');
    expect(words).toMatch(/^sessions +-- list the sessions, newest first$/m);
    expect(await prompt.lists('toolwright --', '--version')).toMatch(
      /^--directory +-- the folder to work in \(default: the current one\)$/m,
    );
    expect(await prompt.lists('toolwright --model ', 'guide')).toMatch(/^qwen3:8b +-- of the config$/m);
    const said = (id: string) => new RegExp(`^${id} +-- [-\\d]+ [:\\d]+ model \\[8\\]: here$`, 'm');
    expect(await prompt.lists("toolwright --store 'a b.db' --session ", 'here')).toMatch(said('ses_quoted'));
    expect(await prompt.lists('toolwright sessions show --store=~/own.db ', 'here')).toMatch(said('ses_home'));
  });

  it('can be sourced as well', async () => {
    verifies('models.face.completion-zsh');
    const folder = await createShellFolder();
    const setup = `autoload -Uz compinit; compinit -D -u; . '${folder.scripts.zsh}'; PS1='@ '`;
    const prompt = await openPrompt('zsh', folder, setup);
    expect((await prompt.complete('toolwright ses')).trimEnd()).toBe('toolwright sessions');
  });

  it('keeps to what it was told by a table of odd words', async () => {
    verifies('models.face.completion-safe', 'models.face.options-again');
    const folder = await createShellFolder({ hostile: true });
    const prompt = await openPrompt('zsh', folder);
    expect(await prompt.lists('toolwright odd ', 'set')).toContain(`it's "$(touch pwned)" \`touch pwned\` [a] {b}`);
    expect(await prompt.lists('toolwright odd set --', '--word')).toContain(
      `it's "$(touch pwned)" \`touch pwned\` [a]`,
    );
    expect(await prompt.complete('toolwright odd set --header x --hea')).toBe(
      'toolwright odd set --header x --header=',
    );
    expect((await prompt.complete('toolwright odd set --word a')).trimEnd()).toBe(
      "toolwright odd set --word a\\'b\\ \\$\\(touch\\ pwned\\)",
    );
    expect((await prompt.complete('toolwright odd set --word c')).trimEnd()).toBe('toolwright odd set --word c:d\\\\e');
    expect((await prompt.complete('toolwright odd set one two not')).trimEnd()).toBe(
      'toolwright odd set one two notes.txt',
    );
    expect(existsSync(join(folder.work, 'pwned'))).toBe(false);
  });
});

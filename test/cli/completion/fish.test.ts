import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands.js';
import { verifies } from '../../requirements.js';
import { needs } from '../../support/needs.js';
import { hostileTable } from './hostile-table.js';
import { createShellFolder, oddModels, type ShellFolder } from './shell-folder.js';

/** What fish offers for these lines: `[value, description]`. */
function offers(folder: ShellFolder, ...lines: string[]): (readonly (readonly [string, string])[])[] {
  const script = `source $argv[1]; for line in $argv[2..-1]; complete -C $line; echo ---; end`;
  const args = ['--no-config', '-c', script, '--', folder.scripts.fish, ...lines];
  const output = execFileSync('fish', args, { cwd: folder.work, env: { ...folder.env }, encoding: 'utf8' });
  return output
    .split('---\n')
    .slice(0, -1)
    .map((part) => {
      const rows = part.split('\n').filter((line) => line !== '');
      return rows.map((row) => [row.split('\t')[0] ?? '', row.split('\t')[1] ?? ''] as const);
    });
}

const values = (folder: ShellFolder, ...lines: string[]): string[][] =>
  offers(folder, ...lines).map((rows) => rows.map(([value]) => value));

describe.skipIf(needs('fish') !== undefined)('completion in fish', () => {
  it('offers what the program would take', async () => {
    verifies('models.face.completion-fish');
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['toolwright ses', ['sessions']],
      ['toolwright sessions ', ['delete', 'export', 'fork', 'repair', 'show']],
      ['toolwright -C work sess', ['sessions']],
      ['toolwright help sessions s', ['show']],
      ['toolwright help env', ['environment']],
      ['toolwright completion ', ['bash', 'fish', 'zsh']],
      ['toolwright sessions --li', ['--limit']],
      ['toolwright sessions --on', []],
      ['toolwright run "a: b=c" --on', ['--on-ask']],
      ['toolwright run - --on', ['--on-ask']],
      ['toolwright run -- --on', []],
      ['toolwright run hello ', []],
      ['toolwright --mode p', ['plan']],
      ['toolwright --mode=p', ['--mode=plan']],
      ['toolwright run --on-ask wa', ['wait=5m']],
      ['toolwright --base-url ', []],
      ['toolwright --api-key-env SOME_', ['SOME_KEY', 'SOME_OTHER']],
      ['toolwright --store n', ['notes.txt']],
      ['toolwright --store=m', ['--store=memory', '--store=my file.txt', '--store=my folder/']],
      ['toolwright -C m', ['my folder/']],
      ['toolwright --directory=a', ['--directory=a:b/']],
      ['toolwright --model ', oddModels],
      ['toolwright --model=qwen3:', ['--model=qwen3:8b', '--model=qwen3:30b']],
      ['toolwright --model "my', ['my model']],
      ['toolwright sessions show ', ['last', 'ses_01']],
      ['toolwright sessions show ses_01 ', []],
      ['toolwright config get probe', ['probeLocalServers']],
      ['toolwright config set probeLocalServers ', ['true', 'false']],
      ['toolwright --limit=turnT', ['--limit=turnTokens=']],
    ];
    const got = values(await createShellFolder(), ...cases.map(([line]) => line));
    expect(cases.map(([line], at) => [line, got[at]])).toEqual(cases);
  });

  it('says what each word does, and looks into the store of the line', async () => {
    verifies('models.face.completion-fish');
    const folder = await createShellFolder();
    const [words, options, models, quoted, home] = offers(
      folder,
      'toolwright ',
      'toolwright --direc',
      'toolwright --model qwen3:8',
      "toolwright --store 'a b.db' --session s",
      'toolwright sessions show --store ~/own.db s',
    );
    expect(words).toContainEqual(['sessions', commands.find(({ name }) => name === 'sessions')?.summary]);
    expect(options).toEqual([['--directory', 'the folder to work in (default: the current one)']]);
    expect(models).toEqual([['qwen3:8b', 'of the config']]);
    const here = expect.stringMatching(/^[-\d]+ [:\d]+ model \[8\]: here$/);
    expect(quoted).toEqual([['ses_quoted', here]]);
    expect(home).toEqual([['ses_home', here]]);
  });

  it('keeps to what it was told by a table of odd words', async () => {
    verifies('models.face.completion-safe', 'models.face.options-again');
    const folder = await createShellFolder({ hostile: true });
    const [words, again, odd, many] = offers(
      folder,
      'toolwright odd s',
      'toolwright odd set --header x --hea',
      'toolwright odd set --word ',
      'toolwright odd set one two not',
    );
    expect(words).toEqual([['set', hostileTable.commands[1]?.summary]]);
    expect(again).toEqual([['--header', `${hostileTable.commands[0]?.summary}; may be given again`]]);
    expect(odd?.map(([value]) => value)).toEqual([`a'b $(touch pwned)`, 'c:d\\e', 'plain']);
    expect(many).toEqual([['notes.txt', '']]);
    expect(existsSync(join(folder.work, 'pwned'))).toBe(false);
  });
});

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeModelServer, startFakeModelServer } from 'toolwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { builtCli } from '../support/built-cli.js';
import { needs } from '../support/needs.js';
import { openTerminal } from '../support/tmux.js';
import { codeBlocks, readPage, root } from './markdown.js';

/** The model of the tour, round by round. */
const rounds = [
  { calls: [{ name: 'read_file', arguments: { path: 'greet.js' } }] },
  { text: 'It prints a greeting for the name it is given.' },
  { calls: [{ name: 'edit_file', arguments: { path: 'greet.js', old_text: 'Hello', new_text: 'Good morning' } }] },
  { text: 'I may not change greet.js, so it still says hello.' },
  { calls: [{ name: 'edit_file', arguments: { path: 'greet.js', old_text: 'Hello', new_text: 'Good morning' } }] },
  { text: 'Done: greet.js says good morning now.' },
  { calls: [{ name: 'run_command', arguments: { command: 'node greet.js world' } }] },
  { text: 'It works: it wishes the world a good morning.' },
];

const shownFolder = '/home/user/greet';
const folder = mkdtempSync(join(tmpdir(), 'toolwright-tour-'));
const workspace = join(folder, 'greet');
let server: FakeModelServer;

beforeAll(async () => {
  const capabilities = ['completion', 'tools'];
  server = await startFakeModelServer({ rounds, models: [{ name: 'qwen3', capabilities }] });
  mkdirSync(workspace);
  const program = 'const [name] = process.argv.slice(2);\nconsole.log(`Hello, ${' + 'name}!`);\n';
  writeFileSync(join(workspace, 'greet.js'), program);
  mkdirSync(join(folder, 'bin'));
  symlinkSync(await builtCli(), join(folder, 'bin', 'toolwright'));
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

it.skipIf(needs('tmux') !== undefined)('prints what the README shows: UPDATE_TOUR=1 writes it anew', async () => {
  verifies('standing.docs.output-true', 'core.ground.readme');
  const readme = readPage('README.md');
  const played = await playTour(readme);
  if (process.env['UPDATE_TOUR'] === '1') writeFileSync(`${root}README.md`, played);
  else expect(stable(played)).toBe(stable(readme));
});

/** The README with the output of each command as it is printed now. */
async function playTour(readme: string): Promise<string> {
  let played = readme;
  let prelude = '';
  for (const { text } of codeBlocks(readme).filter(({ language }) => language === 'console')) {
    const parts: string[] = [];
    for (const { command, output } of commandsOf(text)) {
      const isSetting = /^[A-Z]+=/.test(command);
      const printed = isSetting ? '' : await play(`${prelude}${command}`, output);
      if (isSetting) prelude += `${command}; `;
      parts.push(`$ ${command}\n${printed}`);
    }
    played = played.replace(text, () => parts.join(''));
  }
  return played;
}

function commandsOf(block: string): { readonly command: string; readonly output: string }[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { command: part.slice(0, end), output: part.slice(end + 1) };
    });
}

/** A command with no more than the model opens the chat: there is typed what the README shows as typed. */
async function play(line: string, output: string): Promise<string> {
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    OLLAMA_HOST: server.origin,
  };
  const typed = [...output.matchAll(/^(?:> |\s*y\/n\/r> )(.+)$/gm)].map(([, text = '']) => text);
  const isChat = /toolwright \$MODEL$/.test(line);
  return (await (isChat ? chat(line, typed, env) : run(line, env))).replaceAll(workspace, shownFolder);
}

/** What a command line prints on stdout and stderr, in order. */
function run(line: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn('bash', ['-c', `exec 2>&1; ${line}`], {
    cwd: workspace,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) => child.on('close', () => resolve(output)));
}

/** What a terminal shows of a chat in which this is typed. */
async function chat(line: string, typed: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const terminal = openTerminal({ command: ['bash', '-c', line], cwd: workspace, env });
  for (const [index, text] of typed.entries()) {
    await terminal.sees(/^(?:>|\s*y\/n\/r>)/m, { times: index + 1 });
    terminal.type(text);
    terminal.press('Enter');
  }
  return (await terminal.sees(/^left with 0$/m)).split(/^left with 0$/m)[0] ?? '';
}

/** Without what differs from run to run. */
function stable(text: string): string {
  return text
    .replaceAll(/ses_[0-9a-z]{26}/g, 'ses_…')
    .replaceAll(/exactly this call, [0-9a-f]{12}/g, 'exactly this call, …')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'some time');
}

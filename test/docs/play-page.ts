import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type FakeModelRounds, startFakeModelServer } from 'toolwright/testing';
import { expect, onTestFinished } from 'vitest';
import { builtCli } from '../support/built-cli.js';
import { openTerminal } from '../support/tmux.js';
import { codeBlocks, readPage, root } from './markdown.js';

export interface PageScene {
  readonly rounds: FakeModelRounds;
  /** The name of the workspace, and what it begins with. */
  readonly folder?: string;
  readonly files: Readonly<Record<string, string>>;
}

interface Stage {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A round in which the model runs a command. */
export const command = (text: string) => ({ calls: [{ name: 'run_command', arguments: { command: text } }] });

/** Expects a page to show what its commands print now, but for what `steady` takes away; UPDATE_DOCS=1 writes it anew. */
export async function expectPlayed(name: string, scene: PageScene, steady = stable): Promise<void> {
  const page = readPage(name);
  const played = await playPage(page, scene);
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(`${root}${name}`, played);
  else expect(steady(played)).toBe(steady(page));
}

/** As the pages show the home of whoever reads them. */
const shownHome = '/home/me';

/** The page with the output of every command in its console blocks as it is printed now, from one to the next. */
export async function playPage(page: string, scene: PageScene): Promise<string> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-page-')));
  const stage = await setStage(home, scene);
  let played = page;
  for (const { text } of codeBlocks(page).filter(({ language }) => language === 'console')) {
    const parts: string[] = [];
    for (const { command, output } of commandsOf(text)) {
      const printed = await play(command, output, stage);
      parts.push(`$ ${command}\n${shownTo(printed, home)}`);
    }
    played = played.replace(text, () => parts.join(''));
  }
  return played;
}

async function setStage(home: string, { rounds, files, folder = 'shop' }: PageScene): Promise<Stage> {
  const capabilities = ['completion', 'tools'];
  const server = await startFakeModelServer({ rounds, models: [{ name: 'qwen3', capabilities }] });
  onTestFinished(async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  });
  const cwd = join(home, folder);
  mkdirSync(cwd, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  mkdirSync(join(home, 'bin'));
  symlinkSync(await builtCli(), join(home, 'bin', 'toolwright'));
  const env = {
    PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
    HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    OLLAMA_HOST: server.origin,
    XDG_CONFIG_HOME: join(home, '.config'),
    MODEL: '--model ollama/qwen3',
  };
  return { cwd, env };
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

/** What stands before what a person types in the chat. */
const prompt = String.raw`^(?:>|  (?:[a-z/]+|which\? [0-9/]+back)>|\S.*\[y/N\])`;

/** A command with no more than the model opens the chat: there is typed what the page shows as typed. */
function play(line: string, output: string, stage: Stage): Promise<string> {
  const isChat = /^toolwright \$MODEL$/.test(line);
  if (!isChat) return run(line, stage);
  const typed = [...output.matchAll(new RegExp(`${prompt} (.+)$`, 'gm'))].map(([, text = '']) => text);
  return chat(line, typed, stage);
}

/** What a command line prints on stdout and stderr, in order. */
function run(line: string, stage: Stage): Promise<string> {
  const child = spawn('bash', ['-c', `exec 2>&1; ${line}`], { ...stage, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) => child.on('close', () => resolve(output)));
}

/** What a terminal shows of a chat in which this is typed. */
async function chat(line: string, typed: readonly string[], { cwd, env }: Stage): Promise<string> {
  const terminal = openTerminal({ command: ['bash', '-c', line], cwd, env });
  for (const [index, text] of typed.entries()) {
    await terminal.sees(new RegExp(prompt, 'm'), { times: index + 1 });
    terminal.type(text);
    terminal.press('Enter');
  }
  return (await terminal.sees(/^left with 0$/m)).split(/^left with 0$/m)[0] ?? '';
}

const shownTo = (printed: string, home: string): string =>
  printed
    .replaceAll('\r\n', '\n')
    .replaceAll(home, shownHome)
    .replaceAll(new RegExp(String.raw`\b${userInfo().username}\b`, 'g'), 'me')
    .replaceAll(/ +$/gm, '');

/** Without what differs from run to run. */
export function stable(page: string): string {
  return (
    page
      // Output of commands that take longer than a second, as it comes: how fast this machine is does not matter.
      .replaceAll(/^ {2}│ .*\n/gm, '')
      .replaceAll(/\b(ses|call|q|grant|chg|und)_[0-9a-z]{6,}/g, '$1_…')
      .replaceAll(/\b[0-9a-f]{64}\b/g, 'a hash')
      .replaceAll(/exactly this call, [0-9a-f]{12}/g, 'exactly this call, …')
      .replaceAll(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?/g, 'some time')
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'a token')
      .replaceAll(/\b(timestamp|durationMs|execution_time_ms)(\\?":)\d+/g, '$1$2…')
  );
}

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { onTestFinished } from 'vitest';
import { shellQuote } from '../../../src/base/shell-quote.js';
import { runCli } from '../../../src/cli/cli.js';
import { openStore } from '../../../src/store/open-store.js';
import { builtCli } from '../../support/built-cli.js';
import { fakeHost } from '../fake-host.js';

/** The models of the config, named as shells may meet them, and the guide. */
export const oddModels = ['qwen3:8b', 'qwen3:30b', 'hf.co/a/b:Q4_K_M', 'my model', `it's "odd" $HOME \`id\``, 'guide'];

/** A folder with files to complete, a home with a config and sessions, the program and the three scripts. */
export interface ShellFolder {
  readonly work: string;
  readonly home: string;
  readonly scripts: Readonly<Record<'bash' | 'zsh' | 'fish', string>>;
  /** What a shell is started with, and nothing else. */
  readonly env: Readonly<Record<string, string>>;
}

/** `hostile`: a program that completes by the hostile table stands in for ours. */
export async function createShellFolder(options: { readonly hostile?: boolean } = {}): Promise<ShellFolder> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-shell-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  const at = (...names: string[]): string => join(root, ...names);
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  for (const folder of ['work/my folder/deep', 'work/a:b/inner']) mkdirSync(at(folder), { recursive: true });
  // No store: for a moment others stand beside one.
  for (const file of ['home/plain.db', 'work/notes.txt', 'work/my file.txt', 'work/x=y']) write(file, '');
  const models = Object.fromEntries(oddModels.slice(0, -1).map((name) => [name, { provider: 'p', model: 'm' }]));
  const providers = { p: { baseUrl: 'http://127.0.0.1:1' } };
  const config = { models, providers, probeLocalServers: false };
  write('home/.config/toolwright/config.json', JSON.stringify(config));
  mkdirSync(at('home/.local/share/toolwright'), { recursive: true });
  await keepSession(at('home/.local/share/toolwright/store.db'), 'ses_01');
  await keepSession(at('home/own.db'), 'ses_home');
  await keepSession(at('work/a b.db'), 'ses_quoted');
  await keepSession(at('work/a:c.db'), 'ses_colon');
  const program = options.hostile === true ? bundleHostile(at('hostile.cjs')) : await builtCli();
  write('bin/toolwright', `#!/bin/sh\nexec ${shellQuote(process.execPath)} ${shellQuote(program)} "$@"\n`);
  chmodSync(at('bin/toolwright'), 0o755);
  const scripts = { bash: at('toolwright.bash'), zsh: at('zsh/_toolwright'), fish: at('toolwright.fish') };
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const { host, written } = fakeHost({ cwd: '/' });
    await runCli(['completion', shell], host);
    mkdirSync(dirname(scripts[shell]), { recursive: true });
    writeFileSync(scripts[shell], written.stdout);
  }
  const env = {
    PATH: `${at('bin')}:${process.env['PATH'] ?? ''}`,
    HOME: at('home'),
    LC_ALL: 'C.UTF-8',
    TERM: 'xterm',
    HISTFILE: '/dev/null',
    SOME_KEY: '1',
    SOME_OTHER: '2',
  };
  return { work: at('work'), home: at('home'), scripts, env };
}

async function keepSession(path: string, id: string): Promise<void> {
  const store = await openStore(path);
  await store.append(id, [{ type: 'message-received', body: { text: 'model [8]: here' } }]);
  await store.close();
}

function bundleHostile(outfile: string): string {
  const entry = fileURLToPath(new URL('hostile-child.ts', import.meta.url));
  const options = { bundle: true, format: 'cjs', platform: 'node', packages: 'external', logLevel: 'error' } as const;
  buildSync({ ...options, entryPoints: [entry], outfile });
  return outfile;
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCli } from '../../src/cli/cli.js';
import type { Host } from '../../src/cli/host.js';
import type { FakeModelRounds } from '../../src/testing/index.js';
import { fakeHost } from '../cli/fake-host.js';
import { createScene, type Scene } from '../support/scene.js';

export interface HereEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HereScene extends Scene {
  readonly home: string;
  writeConfig(settings: object): void;
  /** A profile of the user's own. */
  writeProfile(name: string, settings: object): void;
  /** `run` with the model and the store of the scene, in this process. */
  run(args: readonly string[], input?: string): Promise<HereEnd>;
  /** The chat, with these lines. */
  chat(args: readonly string[], lines: readonly string[]): Promise<HereEnd>;
  /** Any other command line. */
  cli(args: readonly string[], input?: string): Promise<HereEnd>;
}

/** The command line without a process of its own: what it costs is what the session costs. */
export async function createHere(rounds: FakeModelRounds): Promise<HereScene> {
  const scene = await createScene(rounds);
  const home = join(dirname(scene.folder), 'home');
  mkdirSync(join(home, '.config', 'toolwright'), { recursive: true });
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), PATH: process.env['PATH'] };
  const cli = async (args: readonly string[], input = ''): Promise<HereEnd> => {
    const { host, written } = fakeHost({ cwd: scene.folder, env });
    const stdin = new PassThrough();
    stdin.end(input);
    const code = await runCli(args, { ...host, stdin: stdin as unknown as Host['stdin'] });
    return { code, ...written };
  };
  return {
    ...scene,
    home,
    writeConfig: (settings) =>
      writeFileSync(join(home, '.config', 'toolwright', 'config.json'), JSON.stringify(settings)),
    writeProfile(name, settings) {
      mkdirSync(join(home, '.config', 'toolwright', 'profiles'), { recursive: true });
      writeFileSync(join(home, '.config', 'toolwright', 'profiles', `${name}.json`), JSON.stringify(settings));
    },
    run: (args, input) => cli(['run', ...scene.flags, ...args], input),
    chat: (args, lines) => cli([...scene.flags, ...args], lines.map((line) => `${line}\n`).join('')),
    cli,
  };
}

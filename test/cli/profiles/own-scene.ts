import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FakeModelRounds } from '../../../src/testing/index.js';
import { createScene, type Scene } from '../../support/scene.js';
import { type CliEnd, runCli } from '../../support/spawn-cli.js';

export interface OwnScene extends Scene {
  readonly env: Readonly<Record<string, string>>;
  readonly configFile: string;
  /** Writes a profile of the user's own. */
  writeProfile(name: string, settings: object): string;
  removeProfile(name: string): void;
  writeConfig(settings: object): void;
  /** `run` with the model and the store of the scene. */
  run(args: readonly string[], input?: string): Promise<CliEnd>;
  /** Any other command line. */
  cli(args: readonly string[], input?: string): Promise<CliEnd>;
}

/** A folder, a model server, and a config folder of its own. */
export async function createOwnScene(rounds: FakeModelRounds): Promise<OwnScene> {
  const scene = await createScene(rounds);
  const home = join(dirname(scene.folder), 'home');
  const config = join(home, '.config', 'toolwright');
  mkdirSync(join(config, 'profiles'), { recursive: true });
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  const fileOf = (name: string): string => join(config, 'profiles', `${name}.json`);
  const cli = (args: readonly string[], input = '') => runCli(args, { cwd: scene.folder, env, input });
  return {
    ...scene,
    env,
    configFile: join(config, 'config.json'),
    writeProfile(name, settings) {
      writeFileSync(fileOf(name), JSON.stringify(settings, null, 2));
      return fileOf(name);
    },
    removeProfile: (name) => rmSync(fileOf(name)),
    writeConfig: (settings) => writeFileSync(join(config, 'config.json'), JSON.stringify(settings)),
    run: (args, input) => cli(['run', ...scene.flags, ...args], input),
    cli,
  };
}

/** What a chat request carried. */
export interface Sent {
  readonly messages: readonly { readonly role: string; readonly content: unknown; readonly tool_call_id?: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

export const sentBy = ({ server }: Pick<Scene, 'server'>): readonly Sent[] =>
  server.requests.map(({ body }) => body as Sent);

export const rolesOf = ({ messages }: Sent): readonly string[] => messages.map(({ role }) => role);
export const toolsOf = ({ tools = [] }: Sent): readonly string[] => tools.map((tool) => tool.function.name);

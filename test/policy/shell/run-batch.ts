import { spawnSync } from 'node:child_process';
import type { Folders } from '../cases/read-cases.js';
import { confinedBash } from '../confined-bash.js';
import { fuzzEnv } from './decide-command.js';
import { ageSecrets, makeFuzzScene, readSecrets, secretText, snapshotOf } from './fuzz-scene.js';

export interface Breach {
  readonly command: string;
  /** What it did: the files it changed, the secrets it read or showed. */
  readonly did: readonly string[];
}

/** Runs the commands where they can harm nothing but the scene; answers those that changed, read or showed what they must not. */
export function runBatch(commands: readonly string[], folders: Folders): readonly Breach[] {
  if (commands.length === 0) return [];
  const did = watch(commands, folders);
  if (did.length === 0) return [];
  makeFuzzScene(folders);
  if (commands.length === 1) return commands.map((command) => ({ command, did }));
  const middle = Math.ceil(commands.length / 2);
  return [...runBatch(commands.slice(0, middle), folders), ...runBatch(commands.slice(middle), folders)];
}

function watch(commands: readonly string[], folders: Folders): readonly string[] {
  ageSecrets(folders);
  const before = snapshotOf(folders);
  // Looking at what there is was a reading of the folders.
  ageSecrets(folders, 'folders');
  const said = runConfined(commands, folders);
  const read = readSecrets(folders);
  const after = snapshotOf(folders);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  return [
    ...changed.map((path) => `changed ${path}`),
    ...read.map((path) => `read ${path}`),
    ...(said.includes(secretText) ? ['showed a secret'] : []),
  ];
}

/** Each command in a shell of its own, one after the other. */
const driver = `ulimit -f 20000 -v 4000000
while IFS= read -r -d '' command; do
  timeout -s KILL 5 /bin/bash --noprofile --norc -c -- "$command" </dev/null 2>&1 | head -c 100000
done`;

function runConfined(commands: readonly string[], folders: Folders): string {
  const { stdout, error } = spawnSync('bwrap', [...confinedBash(folders), driver], {
    env: fuzzEnv(folders.home),
    input: commands.map((command) => `${command}\0`).join(''),
    maxBuffer: 2 ** 28,
    timeout: 300_000,
  });
  if (error !== undefined) throw error;
  return stdout.toString('latin1');
}

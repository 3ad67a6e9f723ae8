import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCaptures } from '../../../src/change/capture/create-captures.js';
import { findHeld } from '../../../src/change/capture/held-places.js';
import { planCommand } from '../../../src/policy/shell/plan-command.js';
import { createMemoryBlobs } from '../../../src/store/memory-blobs.js';
import type { Fact } from '../../../src/tool/fact.js';
import type { Captured } from '../../../src/tool/port.js';
import type { WalkMode } from '../../../src/workspace/descriptor-walk.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { putBack, readTree } from './tree.js';

interface BenchOptions {
  readonly walk?: WalkMode;
  readonly sandboxed?: boolean;
  /** Whether it is known where the sandbox keeps commands from any change. */
  readonly held?: boolean;
}

/** A workspace with files, and captures around real commands in it. */
export function createCaptureBench({ walk, sandboxed = false, held = false }: BenchOptions = {}) {
  const base = temporaryFolder();
  const root = join(base, 'workspace');
  const folder = join(base, 'captures');
  mkdirSync(root);
  mkdirSync(join(base, 'outside'));
  const blobs = createMemoryBlobs();
  const captures = createCaptures({
    root,
    blobs,
    folder,
    lasting: true,
    own: [],
    sandboxed: () => sandboxed,
    ...(held && { held: async (facts: readonly Fact[]) => findHeld(root, facts) }),
    ...(walk !== undefined && { walk }),
  });
  const facts = (command: string): Promise<readonly Fact[]> =>
    planCommand(command, { root, cwd: root, home: base, env: process.env });
  const run = (command: string): void =>
    void spawnSync('bash', ['--noprofile', '--norc', '-c', command], { cwd: root, stdio: 'ignore' });

  async function captured(command: string, given?: readonly Fact[]): Promise<Captured> {
    const capture = await captures.begin(given ?? (await facts(command)), { callId: 'call_1' });
    run(command);
    return capture.end();
  }

  async function contents({ paths }: Captured): Promise<(hash: string) => Uint8Array> {
    const kept = new Map<string, Uint8Array | undefined>();
    for (const { before } of paths)
      if (before.kind === 'file') kept.set(before.hash, await blobs.read(`blob:${before.hash}`));
    return (hash) => {
      const content = kept.get(hash);
      if (content === undefined) throw new Error(`${hash} was not kept`);
      return content;
    };
  }

  return {
    base,
    root,
    folder,
    outside: join(base, 'outside'),
    blobs,
    captures,
    facts,
    run,
    captured,
    write(path: string, content: string | Uint8Array = `${path}\n`): void {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    tree: () => readTree(root),
    undo: async (found: Captured) => putBack(root, found.paths, await contents(found)),
    git: (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' }),
  };
}

/** The facts of a command of which nothing is known. */
export const unknownFacts: readonly Fact[] = [{ kind: 'exec', target: './run', where: 'workspace', known: false }];

/** As `git status` tells it. */
export const linesOf = ({ paths }: Captured): readonly string[] =>
  paths.map(({ path, before, after }) => {
    if (before.kind === 'absent') return `A ${path}`;
    return `${after.kind === 'absent' ? 'D' : 'M'} ${path}`;
  });

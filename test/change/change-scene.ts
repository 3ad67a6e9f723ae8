import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { systemClock } from '../../src/base/clock.js';
import { applyPaths } from '../../src/change/apply-paths.js';
import { createChanges } from '../../src/change/changes.js';
import type { ChangeEvent } from '../../src/change/event.js';
import type { Applied, ApplyOptions, PathWrite } from '../../src/change/path-write.js';
import { createMemoryBlobs } from '../../src/store/memory-blobs.js';
import { isFailure } from '../../src/tool/outcome.js';
import type { Place, StagedWrite } from '../../src/tool/port.js';
import { absent, type Version } from '../../src/tool/version.js';
import { defaultWalkMode, type WalkMode } from '../../src/workspace/descriptor-walk.js';
import { createWorkspace } from '../../src/workspace/workspace.js';
import { temporaryFolder } from '../builtin/tool-harness.js';

/** A workspace with files of every kind and a folder beside it, with changes over both. */
export function createChangeScene({ walk = defaultWalkMode(), base = temporaryFolder() }: SceneOptions = {}) {
  const root = join(base, 'ws');
  const outside = join(base, 'out');
  mkdirSync(join(root, 'dir'), { recursive: true });
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(root, 'dir/a.txt'), 'old\n');
  writeFileSync(join(outside, 'a.txt'), 'old\n');
  const workspace = createWorkspace({ root, walk });
  const blobs = createMemoryBlobs();
  const events: ChangeEvent[] = [];
  const steps: string[] = [];
  const scene = {
    base,
    root,
    outside,
    workspace,
    blobs,
    events,
    steps,
    walk,
    /** What comes between the steps. */
    onStep: (_step: string): void => {},
    changes: createChanges({
      workspace,
      walk,
      blobs,
      clock: systemClock,
      fsync: 'off',
      record: (event) => void events.push(event),
      atStep: (step) => scene.onStep(step),
    }).forCall('call_1'),
    place(path: string): Place {
      const found = workspace.resolve(path);
      if (isFailure(found)) throw new Error(found.message);
      return found;
    },
    stage(path: string, content: string): StagedWrite {
      const place = scene.place(path);
      const old = place.kind === 'file' ? readFileSync(place.path) : undefined;
      return scene.changes.stage({ place, operation: 'write', base: old, content: Buffer.from(content) });
    },
    /** One write, from what is there to what shall be. */
    write(path: string, after: Version | string): PathWrite {
      const content = typeof after === 'string' ? Buffer.from(after) : undefined;
      const wanted = content === undefined ? (after as Version) : fileVersion(content);
      return {
        path,
        at: join(root, path),
        before: versionAt(join(root, path)),
        after: wanted,
        ...(content !== undefined && { content: () => content }),
      };
    },
    apply(writes: readonly PathWrite[], options: Partial<ApplyOptions> = {}): Promise<Applied> {
      return applyPaths(writes, {
        mode: walk,
        fsync: 'off',
        root,
        keep: async (content) => void (await blobs.write(content)),
        atStep(step) {
          steps.push(step);
          scene.onStep(step);
        },
        ...options,
      });
    },
  };
  return scene;
}

export interface SceneOptions {
  readonly walk?: WalkMode;
  readonly base?: string;
}

export type ChangeScene = ReturnType<typeof createChangeScene>;

export const fileVersion = (content: Uint8Array, mode = 0o644): Version => ({
  kind: 'file',
  hash: hashOf(content),
  bytes: content.length,
  mode,
});

/** Read without any of the code under test. */
export function versionAt(path: string): Version {
  if (!existsSync(dirname(path)) || !statSync(dirname(path)).isDirectory()) return absent;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return absent;
  const mode = stats.mode & 0o7777;
  if (stats.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path) };
  if (stats.isDirectory()) return { kind: 'folder', mode };
  return fileVersion(readFileSync(path), mode);
}

/** Everything at and beneath a folder, as lines. */
export function treeOf(root: string, below = ''): readonly string[] {
  return readdirSync(join(root, below))
    .sort()
    .flatMap((name) => {
      const path = below === '' ? name : `${below}/${name}`;
      const stats = lstatSync(join(root, path));
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) return [`${path} -> ${readlinkSync(join(root, path))}`];
      if (stats.isDirectory()) return [`${path}/ ${mode}`, ...treeOf(root, path)];
      if (!stats.isFile()) return [`${path} other`];
      return [`${path} ${mode} ${JSON.stringify(readFileSync(join(root, path), 'latin1'))}`];
    });
}

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

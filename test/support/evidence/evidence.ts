import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a test that ran and passed has shown: behaviours by id, and the doors it went through. */
export interface Shown {
  readonly ids: readonly string[];
  /** `profile:yips`, `command:run`, `entry:toolwright/policy`. */
  readonly doors: readonly string[];
}

/** What the tests of one tree have shown, each by its file and name. */
export interface Evidence {
  readonly tree: string;
  readonly tests: Readonly<Record<string, Shown>>;
}

/** What one run of tests says: of those that passed what they showed, of those that failed nothing. */
export interface TestRun {
  readonly tree: string;
  readonly tests: Readonly<Record<string, Shown | 'failed'>>;
}

/** Beside the other things that are made from the tree. */
const evidencePath = fileURLToPath(new URL('../../../node_modules/.cache/toolwright/evidence.json', import.meta.url));

export function readEvidence(path: string = evidencePath): Evidence | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Evidence;
  } catch {
    return undefined;
  }
}

/** Adds a run to what was shown before: the newest run of a test counts, and nothing of another tree does. */
export function addRun(before: Evidence | undefined, run: TestRun): Evidence {
  const tests = new Map(before?.tree === run.tree ? Object.entries(before.tests) : []);
  for (const [name, end] of Object.entries(run.tests)) {
    if (end === 'failed') tests.delete(name);
    else tests.set(name, end);
  }
  return { tree: run.tree, tests: Object.fromEntries(tests) };
}

export function writeEvidence(evidence: Evidence, path: string = evidencePath): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(evidence));
  renameSync(`${path}.new`, path);
}

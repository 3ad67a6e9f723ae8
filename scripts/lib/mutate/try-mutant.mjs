import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markOf } from './watch-tests.mjs';

/** The processor time of tests together for one mutant; the nearest are asked first. */
const maxTotalMs = 60_000;
/** More than a single test may take: what exceeds it is no test that waits, but code that does not end. */
const graceMs = 90_000;

/** How a mutant ends: killed by which test, survived after how many, without an end, or never reached. */
export async function tryMutant({ sandbox, mutant, watched }) {
  const tests = choose(mutant, watched.runs);
  if (tests.length === 0) return { end: 'no coverage', asked: 0 };
  const text = readFileSync(join(sandbox.tree, mutant.file), 'utf8');
  sandbox.write(mutant.file, text.slice(0, mutant.from) + mutant.put + text.slice(mutant.to));
  const result = await ask(sandbox, mutant.file, tests);
  sandbox.write(mutant.file, text);
  if (result.end !== 'timed out') await sandbox.run({ changed: [mutant.file], tests: [] }, 20_000);
  return result;
}

/** The nearest test alone, as it kills most; then the others in one process, which loads what they share once. */
async function ask(sandbox, file, tests) {
  const [nearest, ...others] = tests;
  const first = await run(sandbox, [nearest], [file]);
  if (first.end !== 'passed') return { ...first, asked: 1 };
  let left = others;
  while (left.length > 0) {
    const asked = tests.length - left.length;
    const together = await run(sandbox, left);
    if (together.end === 'passed') break;
    // Together they may disturb each other: what ends there counts when it ends so alone.
    const suspects = together.end === 'killed' ? left.filter(({ test }) => test === together.by) : left;
    for (const suspect of suspects) {
      const alone = await run(sandbox, [suspect]);
      if (alone.end !== 'passed') return { ...alone, asked: asked + left.indexOf(suspect) + 1 };
    }
    left = left.filter((one) => !suspects.includes(one));
  }
  return { end: 'survived', asked: tests.length };
}

async function run(sandbox, tests, changed = []) {
  const names = tests.map(({ test }) => test);
  const wallMs = tests.reduce((sum, one) => sum + one.wallMs, 0);
  const answer = await sandbox.run({ changed, tests: names }, 4 * wallMs + graceMs);
  if (answer === undefined) return { end: 'timed out', by: names[0] };
  if (answer.failed === undefined) return { end: 'passed' };
  return { end: 'killed', by: answer.failed, message: answer.message };
}

/** Tests that reach the function, the quick ones and those whose path is like the file's first. */
function choose({ file, body }, runs) {
  const mark = markOf(file, body?.from);
  const reaching = runs
    .filter(({ marks }) => marks.has(mark))
    .map((run) => ({ ...run, cost: run.ms / (1 + likeness(file, run.test)) ** 2 }))
    .sort((a, b) => a.cost - b.cost);
  let total = 0;
  return reaching.filter(({ ms }) => {
    total += ms;
    return total <= maxTotalMs;
  });
}

function likeness(file, test) {
  const words = new Set(wordsOf(test));
  return wordsOf(file).filter((word) => words.has(word)).length;
}

const wordsOf = (path) =>
  path
    .replace(/\.(?:test\.)?ts$/, '')
    .split(/[/-]/)
    .slice(1);

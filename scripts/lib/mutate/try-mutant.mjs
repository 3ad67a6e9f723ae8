import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markOf } from './watch-tests.mjs';

/** The processor time of tests together for one mutant; the nearest are asked first. */
const maxTotalMs = 30_000;

/** How a mutant ends: killed by which test, survived after how many, too slow, or never reached. */
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

async function ask(sandbox, file, tests) {
  let changed = [file];
  for (const [at, { test, wallMs }] of tests.entries()) {
    const answer = await sandbox.run({ changed, tests: [test] }, 4 * wallMs + 20_000);
    if (answer === undefined) return { end: 'timed out', asked: at + 1, by: test };
    if (answer.failed !== undefined) return { end: 'killed', asked: at + 1, by: test, message: answer.message };
    changed = [];
  }
  return { end: 'survived', asked: tests.length };
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

// Breaks a room in small ways, one at a time, and asks its tests: npm run mutate -- ROOM [--mutants N] [--seed S]
// [--only TEXT] [--keep FILE]. Everything happens in a copy of the tree, behind bubblewrap: a broken delete reaches no file.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findMutants } from './lib/mutate/find-mutants.mjs';
import { rooms } from './lib/mutate/rooms.mjs';
import { sample } from './lib/mutate/sample.mjs';
import { createSandbox } from './lib/mutate/sandbox.mjs';
import { showMutant, showScore } from './lib/mutate/show-score.mjs';
import { testsOf } from './lib/mutate/tests-of.mjs';
import { tryMutant } from './lib/mutate/try-mutant.mjs';
import { watchTests } from './lib/mutate/watch-tests.mjs';

if (process.argv[2] === '--worker') await (await import('./lib/mutate/worker.mjs')).serve();
else await mutate();

async function mutate() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      mutants: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      keep: { type: 'string' },
    },
  });
  const [room = ''] = positionals;
  if (!Object.hasOwn(rooms, room)) {
    console.error(`Name one of the rooms ${Object.keys(rooms).join(', ')}, for example: npm run mutate -- store`);
    process.exitCode = 1;
    return;
  }
  const sandbox = createSandbox();
  try {
    const all = findMutants(sandbox.tree, `src/${room}`).filter(({ file }) => file.includes(values.only));
    const chosen = sample(all, { count: Number(values.mutants), seed: Number(values.seed) });
    const tests = testsOf(sandbox.tree, room);
    console.log(
      `${chosen.length} of ${all.length} mutants of src/${room}, seed ${values.seed}, ${tests.length} test files`,
    );
    const watched = await watchTests({ sandbox, mutants: chosen, tests });
    for (const file of watched.failing) console.log(`left out, as it fails here without a mutant: ${file}`);
    const tried = [];
    for (const mutant of chosen) {
      const result = { mutant, ...(await tryMutant({ sandbox, mutant, watched })) };
      tried.push(result);
      console.log(showMutant(result));
    }
    console.log(showScore(tried));
    if (values.keep !== undefined) writeFileSync(values.keep, JSON.stringify(tried, null, 2));
  } finally {
    await sandbox.close();
  }
}

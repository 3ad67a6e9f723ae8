import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** No test file that uses more processor time is asked about mutants. */
const maxProcessorMs = 20_000;
const maxWallMs = 300_000;

/**
 * Runs every test file once with marks in the functions that hold mutants: which functions a file reaches, also in the
 * processes that it starts, how long it takes, and whether it passes at all.
 */
export async function watchTests({ sandbox, mutants, tests }) {
  const texts = new Map([...new Set(mutants.map(({ file }) => file))].map((file) => [file, read(sandbox, file)]));
  for (const [file, text] of texts) sandbox.write(file, withMarks(text, bodiesOf(mutants, file), file));
  const changed = [...texts.keys()];
  const runs = [];
  const failing = [];
  for (const test of tests) {
    const answer = await sandbox.run({ changed: [], tests: [test], env: { MUTATE_MARKS: marksInside } }, maxWallMs);
    const marks = takeMarks(sandbox);
    if (answer === undefined || answer.failed !== undefined || answer.processorMs > maxProcessorMs) failing.push(test);
    else runs.push({ test, ms: answer.processorMs, wallMs: answer.wallMs, marks });
  }
  for (const [file, text] of texts) sandbox.write(file, text);
  await sandbox.run({ changed, tests: [], env: { MUTATE_MARKS: '' } }, maxWallMs);
  await checkThatBreaksShow(sandbox, runs);
  return { runs, failing };
}

/** Were changed files not read anew, every mutant would survive. */
async function checkThatBreaksShow(sandbox, runs) {
  const [reaching] = runs.filter(({ marks }) => marks.size > 0).sort((a, b) => a.ms - b.ms);
  if (reaching === undefined) return;
  const [file] = [...reaching.marks].filter((mark) => mark.endsWith('.ts'));
  const text = read(sandbox, file);
  sandbox.write(file, `throw new Error('broken');\n${text}`);
  const answer = await sandbox.run({ changed: [file], tests: [reaching.test] }, maxWallMs);
  sandbox.write(file, text);
  await sandbox.run({ changed: [file], tests: [] }, maxWallMs);
  if (answer?.failed === undefined) throw new Error(`${reaching.test} passes though ${file} throws when it is loaded`);
}

const marksInside = '/tmp/tree/.marks';

const read = ({ tree }, file) => readFileSync(join(tree, file), 'utf8');

const bodiesOf = (mutants, file) => {
  const bodies = mutants.filter((one) => one.file === file && one.body !== undefined).map(({ body }) => body);
  return [...new Map(bodies.map((body) => [body.from, body])).values()];
};

function withMarks(text, bodies, file) {
  const edits = bodies.flatMap(({ from, to, isBlock }) => {
    const mark = `globalThis.__mark?.(${JSON.stringify(markOf(file, from))})`;
    return isBlock
      ? [[from + 1, `${mark};`]]
      : [
          [from, `(${mark}, `],
          [to, ')'],
        ];
  });
  const marked = edits
    .map((edit, at) => [...edit, at])
    .sort(([a, , first], [b, , second]) => b - a || second - first)
    .reduce((done, [at, put]) => done.slice(0, at) + put + done.slice(at), text);
  return `${preamble}${marked}\n;globalThis.__mark?.(${JSON.stringify(file)});\n`;
}

/** Functions are told apart by where they begin. */
export const markOf = (file, from) => (from === undefined ? file : `${file}@${from}`);

/** In the file itself, so that a process which a test starts has it as well. */
const preamble = `import { appendFileSync as __append } from 'node:fs';
globalThis.__marked ??= new Set();
globalThis.__mark ??= (mark) => {
  const to = process.env.MUTATE_MARKS || '${marksInside}';
  if (globalThis.__marked.has(mark)) return;
  globalThis.__marked.add(mark);
  try { __append(to, mark + '\\n'); } catch {}
};
`;

function takeMarks({ tree }) {
  const path = join(tree, '.marks');
  try {
    return new Set(readFileSync(path, 'utf8').split('\n'));
  } catch {
    return new Set();
  } finally {
    rmSync(path, { force: true });
  }
}

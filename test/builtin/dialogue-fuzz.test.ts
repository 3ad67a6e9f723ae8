import fc from 'fast-check';
import { expect, it } from 'vitest';
import { errorTypes } from '../../src/tool/outcome.js';
import { verifies } from '../requirements.js';
import { open, play, results } from '../session/open.js';

const names = ['ask_user', 'plan', 'add_task', 'list_tasks', 'update_task', 'todo_update'] as const;
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('', ' ', '__proto__', 'task_1', 'pending', 'reject', 'accept', '\u0000', 'x'.repeat(5000)),
);
const status = fc.oneof(fc.constantFrom('pending', 'in_progress', 'completed'), text);
const question = fc.record(
  { question: text, options: fc.array(text, { maxLength: 5 }), multi_select: fc.boolean() },
  { requiredKeys: [] },
);
/** Near to what the tools take, and sometimes far from it. */
const args = fc.oneof(
  { weight: 4, arbitrary: fc.record({ questions: fc.array(question, { maxLength: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ title: text, steps: fc.array(text, { maxLength: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ content: text }) },
  { weight: 3, arbitrary: fc.record({ task_id: text, status }) },
  { weight: 3, arbitrary: fc.record({ todos: fc.array(fc.record({ content: text, status }), { maxLength: 5 }) }) },
  { weight: 2, arbitrary: fc.object({ maxDepth: 2 }) },
);

it('random arguments give results or typed errors only', async () => {
  verifies('dialogue.fuzz.typed');
  const calls = fc.sample(fc.record({ name: fc.constantFrom(...names), arguments: args }), { numRuns: 1200, seed: 9 });
  const answers = fc.sample(text, { numRuns: 400, seed: 10 });
  const rounds = Array.from({ length: 24 }, (_, at) => ({ calls: calls.slice(at * 50, at * 50 + 50) }));
  let asked = 0;
  const session = await open([...rounds, { text: 'ok' }], {
    builtins: true,
    mode: 'plan',
    limits: { rounds: 100, callsPerRound: 100, callsPerTurn: 2000 },
    rateLimits: { '*': { max: 100_000, perMs: 1000 } },
    onQuestion: () => ({ choice: 'text', text: answers[asked++ % answers.length] ?? '' }),
  });
  const { events, end } = await play(session.send('go'));
  const found = results(events);
  expect(found.length).toBeGreaterThan(100);
  expect(end.reason).toMatch(/answered|limit/);
  const types = new Set(found.map(({ error_type }) => error_type));
  expect([...types].filter((type) => !errorTypes.includes(type) || type === 'internal_error')).toEqual([]);
  expect(asked).toBeGreaterThan(10);
  expect(session.todos.length).toBeLessThanOrEqual(100);
});

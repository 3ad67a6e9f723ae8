import { expect, it } from 'vitest';
import { share } from '../support/share.js';
import { fuzzEvents } from './provider/fuzz-events.js';
import { apis } from './provider/protocols.js';

it.each(apis.map((api) => [api.name, api] as const))('400,000 malformed streams of %s', (name, api) => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1e6);
  const { cases, microsecondsEach, answered, problems } = fuzzEvents(api, { seed, cases: share(400_000) });
  console.log(
    `malformed: ${name}, SEED=${seed}, ${cases} cases, ${answered} answered, ${Math.round(microsecondsEach)} µs each`,
  );
  expect(problems.slice(0, 10).join('\n')).toBe('');
});

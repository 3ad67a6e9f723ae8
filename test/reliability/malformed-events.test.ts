import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { seedOf, timesOf } from '../support/depth.js';
import { fuzzEvents } from './provider/fuzz-events.js';
import { apis } from './provider/protocols.js';

const casesEach = timesOf({ test: 1000, deep: 4000 });

describe.each(apis.map((api) => [api.name, api] as const))('malformed streams of %s', (name, api) => {
  it('never give a call twice, nor one of an answer that failed', () => {
    verifies('reliability.provider.malformed');
    const { cases, bytes, microsecondsEach, answered, problems } = fuzzEvents(api, {
      seed: seedOf(),
      cases: casesEach,
    });
    console.log(
      `malformed: ${name}, ${cases} cases, ${answered} answered, ${problems.length} violations, ${Math.round(bytes / cases)} bytes and ${Math.round(microsecondsEach)} µs each`,
    );
    expect(problems.join('\n')).toBe('');
    expect(answered).toBeGreaterThan(cases / 50);
    expect(answered).toBeLessThan(cases);
  });
});

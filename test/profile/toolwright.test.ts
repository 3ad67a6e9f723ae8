import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import { errorTypes } from '../../src/tool/outcome.js';

it('renders a result exactly as JSON.stringify would', () => {
  const numbers = { execution_time_ms: fc.nat(), data_size_bytes: fc.nat(), timestamp: fc.nat() };
  const coerced = fc.array(
    fc.record({ path: fc.string(), from: fc.constant('string' as const), to: fc.constant('number' as const) }),
  );
  const result = fc.record({
    success: fc.boolean(),
    data: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
    error_message: fc.oneof(fc.constant(null), fc.string({ unit: 'binary' })),
    error_type: fc.constantFrom(...errorTypes),
    metadata: fc.oneof(fc.record(numbers), fc.record({ ...numbers, coerced })),
  });
  fc.assert(
    fc.property(result, (one) => {
      expect(toolwrightProfile.renderResult(one)).toBe(JSON.stringify(one));
    }),
  );
});

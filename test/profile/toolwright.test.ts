import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import { errorTypes } from '../../src/tool/outcome.js';

it('renders a result as JSON.stringify would, without the times and sizes that say nothing to a model', () => {
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
      const { metadata, ...rest } = one;
      const { execution_time_ms: _time, data_size_bytes: _size, timestamp: _at, ...told } = metadata;
      const kept = Object.keys(told).length === 0 ? rest : { ...rest, metadata: told };
      expect(toolwrightProfile.renderResult(one)).toBe(JSON.stringify(kept));
    }),
  );
});

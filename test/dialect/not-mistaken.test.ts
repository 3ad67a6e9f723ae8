import { describe, expect, it } from 'vitest';
import { auto } from '../../src/dialect/auto.js';
import type { ParserTool } from '../../src/dialect/dialect.js';
import { verifies } from '../requirements.js';
import { answers } from './not-mistaken/answers.js';
import { documents } from './not-mistaken/documents.js';
import { examples } from './not-mistaken/examples.js';
import { inPieces, readMessage } from './read-message.js';

const text = { type: 'string' };
const object = (properties: Readonly<Record<string, object>>, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
});

/** Names that are words of prose and code too. */
const tools: readonly ParserTool[] = [
  { name: 'read', parameters: object({ path: text, limit: { type: 'integer' } }, ['path']) },
  { name: 'write', parameters: object({ path: text, content: text }, ['path', 'content']) },
  { name: 'bash', parameters: object({ command: text, timeout: { type: 'integer' } }, ['command']) },
  { name: 'search', parameters: object({ query: text }, ['query']) },
  { name: 'get_weather', parameters: object({ city: text, unit: { enum: ['C', 'F'] } }, ['city']) },
  { name: 'list', parameters: object({}, []) },
  { name: 'python', parameters: object({ code: text }, ['code']) },
  { name: 'final_report' },
];

const corpus = { ...answers, ...documents, ...examples };

describe('auto', () => {
  it('has a broad corpus of what is no call', () => {
    expect(Object.keys(corpus).length).toBeGreaterThanOrEqual(60);
  });

  for (const [name, message] of Object.entries(corpus)) {
    it(name, () => {
      verifies('dialects.auto.not-mistaken');
      for (const options of [{ tools }, {}, { tools: [] }]) {
        const told = options.tools?.length ?? 'not told';
        for (const pieces of [[message], inPieces(message, 3), inPieces(message, 1)]) {
          const { calls, text: read, reasoning } = readMessage(auto, pieces, options);
          expect({ calls, text: read, reasoning }, `tools: ${told}`).toEqual({
            calls: [],
            text: message,
            reasoning: '',
          });
        }
      }
    });
  }
});

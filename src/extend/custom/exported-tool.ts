import { checkerFor, renderIssues } from '../../schema/check.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { defineTool } from '../../tool/define-tool.js';
import type { Tool } from '../../tool/tool.js';

const maxDescription = 2000;
const text = { type: 'string', maxLength: 200 } as const;

/** What the road relies on. Tools of others are not compiled with ours. */
const traits = {
  type: 'object',
  required: ['name', 'description', 'parameters'],
  properties: {
    name: { type: 'string' },
    title: text,
    description: { type: 'string', maxLength: maxDescription },
    help: { type: 'string', maxLength: 20_000 },
    parameters: { type: 'object', properties: { type: { const: 'object' } }, required: ['type'] },
    result: { type: 'object' },
    category: text,
    group: text,
    capabilities: { type: 'array', items: text },
    dangerous: { type: 'boolean' },
    effects: { enum: ['none', 'workspace', 'outside'] },
    idempotent: { type: 'boolean' },
    concurrency: { enum: ['parallel', 'exclusive'] },
    limits: {
      type: 'object',
      properties: {
        timeoutMs: { type: 'number', exclusiveMinimum: 0 },
        resultChars: { type: 'number', exclusiveMinimum: 0 },
        rate: {
          type: 'object',
          required: ['max', 'perMs'],
          properties: { max: { type: 'number', minimum: 0 }, perMs: { type: 'number', exclusiveMinimum: 0 } },
        },
      },
    },
  },
} as const satisfies JsonSchema;

const methods = ['plan', 'mayRepeat', 'run', 'show', 'display', 'images'] as const;

/** A tool made of what a module exports. Throws what is wrong with it. */
export async function exportedTool(given: object): Promise<Tool> {
  // Read once: what is looked at is what is used, whatever its getters answer next time.
  const spec = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const issues = (await checkerFor(traits))(spec);
  if (issues.length > 0) throw new Error(`the tool it exports cannot be used: ${renderIssues(issues)}`);
  const wrong = methods.find((name) => (name === 'run' || name in spec) && typeof spec[name] !== 'function');
  if (wrong !== undefined) throw new Error(`${wrong} of the tool it exports is no function`);
  // Compiled here, so that a schema that is none is found now and not with the first call.
  await checkerFor(spec['parameters'] as Tool['parameters']);
  if (spec['result'] !== undefined) await checkerFor(spec['result'] as Tool['parameters']);
  return { ...defineTool(spec as never), source: 'custom' } as Tool;
}

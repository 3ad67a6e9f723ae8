import { setTimeout as sleep } from 'node:timers/promises';
import { defineTool } from '../../src/tool/define-tool.js';
import { isFailure } from '../../src/tool/outcome.js';

export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** The shortest recording there is: a header, and no sound. */
const silence = Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=', 'base64');

const none = { type: 'object', properties: {} } as const;
const plain = { parameters: none, effects: 'none' } as const;

interface Blob {
  readonly blob: string;
}

const imagesOf = (result: unknown) => [{ mediaType: 'image/png', blob: (result as Blob).blob }];

/** The tools that the conformance suite expects of a server, as tools of ours. */
export const suiteTools = [
  defineTool({
    ...plain,
    name: 'test_simple_text',
    description: 'answers with a text',
    run: () => 'This is a simple text response for testing.',
  }),
  defineTool({
    ...plain,
    name: 'test_image_content',
    description: 'answers with a picture',
    run: async (_args, ctx) => ({ blob: await ctx.blobs.write(pixel) }),
    images: imagesOf,
  }),
  defineTool({
    ...plain,
    name: 'test_audio_content',
    description: 'answers with a recording',
    run: async (_args, ctx) => ({ blob: await ctx.blobs.write(silence) }),
    enclosures: (result) => [{ name: 'silence.wav', mediaType: 'audio/wav', blob: (result as Blob).blob }],
  }),
  defineTool({
    ...plain,
    name: 'test_embedded_resource',
    description: 'answers with a document',
    run: async (_args, ctx) => ({ blob: await ctx.blobs.write('This is an embedded resource content.') }),
    enclosures: (result) => [{ name: 'note.txt', mediaType: 'text/plain', blob: (result as Blob).blob }],
  }),
  defineTool({
    ...plain,
    name: 'test_multiple_content_types',
    description: 'answers with a picture and a document',
    run: async (_args, ctx) => ({
      blob: await ctx.blobs.write(pixel),
      data: await ctx.blobs.write('{"test":"data","value":123}'),
    }),
    images: imagesOf,
    enclosures: (result) => [
      { name: 'data.json', mediaType: 'application/json', blob: (result as { readonly data: string }).data },
    ],
  }),
  defineTool({
    ...plain,
    name: 'test_tool_with_logging',
    description: 'logs',
    async run(_args, ctx) {
      for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        ctx.log.debug(message);
        await sleep(50);
      }
      return 'done';
    },
  }),
  defineTool({
    ...plain,
    name: 'test_error_handling',
    description: 'fails',
    run() {
      throw new Error('This tool intentionally returns an error for testing');
    },
  }),
  defineTool({
    ...plain,
    name: 'test_tool_with_progress',
    description: 'tells how it goes on',
    async run(_args, ctx) {
      for (const percent of [0, 50, 100]) {
        ctx.progress(`${percent} of 100\n`);
        await sleep(300);
      }
      return 'done';
    },
  }),
  defineTool({
    name: 'test_sampling',
    description: 'asks the model',
    parameters: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    effects: 'none',
    async run({ prompt }, ctx) {
      const messages = [{ role: 'user', text: prompt }] as const;
      const asked = { system: '', messages, maxTokens: 100, timeoutMs: 10_000, signal: ctx.signal };
      const answer = await ctx.model?.ask(asked);
      return isFailure(answer) ? answer : `LLM response: ${answer?.text}`;
    },
  }),
  defineTool({
    name: 'test_elicitation',
    description: 'asks the person',
    parameters: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    effects: 'none',
    run: ({ message }, ctx) => ctx.ask.ask({ text: message }),
  }),
  defineTool({
    ...plain,
    name: 'test_elicitation_sep1034_defaults',
    description: 'has a form filled in',
    run: (_args, ctx) =>
      ctx.ask.fill({
        text: 'Please review these',
        properties: {
          name: { type: 'string', description: 'User name', default: 'John Doe' },
          age: { type: 'integer', description: 'User age', default: 30 },
          score: { type: 'number', description: 'User score', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', description: 'Verification status', default: true },
        },
      }),
  }),
  defineTool({
    ...plain,
    name: 'test_elicitation_sep1330_enums',
    description: 'has a form with choices filled in',
    run: (_args, ctx) =>
      ctx.ask.fill({
        text: 'Please choose',
        properties: {
          untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
          titledSingle: { type: 'string', oneOf: titled },
          legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
          untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
          titledMulti: { type: 'array', items: { anyOf: titled } },
        },
      }),
  }),
  defineTool({
    ...plain,
    name: 'test_reconnection',
    description: 'answers after a while',
    async run() {
      await sleep(100);
      return 'done';
    },
  }),
  defineTool({
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    parameters: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
    effects: 'none',
    run: () => 'done',
  }),
];

const titled = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
];

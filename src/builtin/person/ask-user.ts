import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure } from '../../tool/outcome.js';

export const askUser = defineTool({
  name: 'ask_user',
  title: 'Ask the user',
  description:
    'Asks the user one question and waits for the answer. Only for what you cannot find out yourself; give 2 to 4 options when the answer is a choice.',
  category: 'Interaction',
  group: 'meta',
  source: 'builtin',
  effects: 'none',
  concurrency: 'exclusive',
  limits: { timeoutMs: Number.POSITIVE_INFINITY },
  parameters: {
    type: 'object',
    properties: {
      question: { type: 'string', minLength: 1, maxLength: 4000 },
      options: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, minItems: 2, maxItems: 4 },
    },
    required: ['question'],
    additionalProperties: false,
  },
  result: {
    type: 'object',
    properties: { answer: { type: 'string' } },
    required: ['answer'],
    additionalProperties: false,
  },
  plan: () => ({ facts: [], preview: { kind: 'arguments' } }),
  async run(args, ctx) {
    if (args.question.trim() === '')
      return fail('validation_failed', 'The question is empty. Say what you need to know.');
    const answer = await ctx.ask.ask({
      text: args.question,
      ...(args.options !== undefined && { options: args.options }),
    });
    return isFailure(answer) ? answer : { answer: answer.text };
  },
  show: ({ answer }) => answer,
});

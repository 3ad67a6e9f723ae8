import type { Clock } from '../../base/clock.js';
import { defined } from '../../base/defined.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { RunContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { traits } from '../traits.js';

export interface AskUserOptions {
  /** How long all questions of a call together wait for answers; as long as it takes when absent. */
  readonly waitMs?: number;
  /** What comes of a call when nobody is there: the rule for that decides (`rule`), or the model asks in plain text. */
  readonly noPerson?: 'rule' | 'plain-text';
}

export const askParameters = objectOf({
  questions: {
    type: 'array',
    minItems: 1,
    maxItems: 4,
    items: objectOf({
      question: { type: 'string', minLength: 1, maxLength: 4000 },
      'options?': { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, minItems: 2, maxItems: 4 },
      'multi_select?': { type: 'boolean' },
    }),
  },
});

const result = objectOf({
  /** `unasked`: nobody can be asked here, and `text` says what to ask instead. */
  status: { type: 'string', enum: ['answered', 'timeout', 'unasked'] },
  answers: {
    type: 'array',
    items: objectOf({ question: { type: 'string' }, answers: { type: 'array', items: { type: 'string' } } }),
  },
  'text?': { type: 'string' },
});

type Asked = FromSchema<typeof askParameters>['questions'];
type Result = FromSchema<typeof result>;
type Given = Result['answers'][number];

export const askUser = createAskUser();

/** A tool that puts questions to the person, one after the other; own words are always taken beside the options. */
export function createAskUser({ waitMs, noPerson = 'rule' }: AskUserOptions = {}) {
  return defineTool({
    ...traits.askThePerson,
    name: 'ask_user',
    title: 'Ask the user',
    description:
      'Asks the user 1 to 4 questions and waits for the answers. Only for what you cannot find out yourself. Give 2 to 4 options when the answer is a choice, with multi_select when several may hold; the user can always answer in own words, so add no option for that.',
    category: 'Interaction',
    parameters: askParameters,
    result,
    plan: ({ questions }) => checkQuestions(questions) ?? { facts: [], preview: { kind: 'arguments' } },
    async run({ questions }, ctx): Promise<Result | ToolFailure> {
      if (noPerson === 'plain-text' && !ctx.ask.present)
        return { status: 'unasked', answers: [], text: plainText(questions) };
      return askAll(questions, ctx, waitMs);
    },
    display: ({ status, answers }) =>
      status === 'answered' ? answers.map((one) => one.answers.join(', ')).join('; ') : words[status],
  });
}

const words = { timeout: 'no answer came in time', unasked: 'nobody can be asked here' } as const;

function checkQuestions(questions: Asked): ToolFailure | undefined {
  const texts = questions.map(({ question }) => question.trim());
  if (texts.includes('')) return fail('validation_failed', 'A question is empty. Say what you need to know.');
  if (new Set(texts).size < texts.length)
    return fail('validation_failed', 'Two questions are the same. Ask each once.');
  const doubled = questions.find(({ options = [] }) => new Set(options.map((one) => one.trim())).size < options.length);
  if (doubled !== undefined || questions.some(({ options = [] }) => options.some((one) => one.trim() === '')))
    return fail('validation_failed', 'Options must be words, and each another. Leave out those that are not.');
  return undefined;
}

async function askAll(questions: Asked, { ask, clock }: RunContext, waitMs?: number): Promise<Result | ToolFailure> {
  const left = deadline(clock, waitMs);
  const answers: Given[] = [];
  for (const [at, { question, options, multi_select: several }] of questions.entries()) {
    const count = questions.length > 1 ? `(${at + 1} of ${questions.length}) ` : '';
    const said = await ask.ask({
      text: `${count}${question}`,
      ...defined({ options }),
      ...(several === true && { several }),
      ...left(),
    });
    if (isFailure(said) && said.errorType === 'timeout') return { status: 'timeout', answers };
    // What was answered before counts.
    if (isFailure(said)) return answers.length === 0 ? said : fail(said.errorType, said.message, partly(answers));
    answers.push({ question, answers: [...(said.texts ?? [said.text])] });
  }
  return { status: 'answered', answers };
}

const partly = (answers: Given[]): Result => ({ status: 'answered', answers });

/** What a model can say itself where there is no other way to the person. */
function plainText(questions: Asked): string {
  const lines = questions.map(({ question, options = [] }) =>
    options.length === 0 ? question : `${question} (${options.join(' / ')}, or something else)`,
  );
  return ['Nobody can be asked through a tool here. End your answer with this, in plain text:', ...lines].join('\n');
}

/** How long each of several questions may still wait, so that all together do not wait longer than `waitMs`. */
function deadline(clock: Pick<Clock, 'monotonic'>, waitMs: number | undefined): () => { readonly waitMs?: number } {
  const start = clock.monotonic();
  return () => (waitMs === undefined ? {} : { waitMs: Math.max(0, Math.round(waitMs - (clock.monotonic() - start))) });
}

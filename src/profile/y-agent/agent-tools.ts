import { defined } from '../../base/defined.js';
import { askParameters, type askUser, createAskUser } from '../../builtin/person/ask-user.js';
import { delegate } from '../../builtin/subagent/delegate.js';
import type { DelegateResult } from '../../builtin/subagent/delegate-schema.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { type ResultOf, viewTool } from '../../tool/view-tool.js';
import { inWords } from './own-words.js';
import { withWarnings } from './with-warnings.js';

const modes = ['build', 'plan', 'explore', 'general'] as const;
const contexts = ['none', 'summary', 'filtered', 'full'] as const;

/** What looks and changes nothing. */
const lookingTools = ['FileRead', 'Glob', 'Grep', 'CodeSearch', 'WebFetch', 'WebSearch'] as const;

const modeWords: Readonly<Record<(typeof modes)[number], string>> = {
  build: '',
  general: '',
  plan: 'Make a plan and change nothing.\n\n',
  explore: 'Find out and report, and change nothing.\n\n',
};

export const delegateView = (tool: Tool): Tool =>
  viewTool(tool, {
    category: 'Agent',
    alsoIn: ['agent.delegate'],
    name: 'Task',
    description: `Delegate to sub-agent. It works in a session of its own, and what it says at its end is given.${agentsIn(tool)}`,
    help: 'The subagent knows nothing but the prompt, unless context_strategy hands on the conversation: summary sums it up, filtered too, full gives all of it. In mode plan and explore it only looks. With result_schema it answers in JSON. An agent_name that nobody has is the general one, with a warning.',
    parameters: strictParameters(['prompt'], {
      agent_name: { type: 'string', maxLength: 200 },
      prompt: { type: 'string', minLength: 1, maxLength: 100_000 },
      mode: { type: 'string', enum: modes, description: 'Default general.' },
      context_strategy: { type: 'string', enum: contexts, description: 'Default none.' },
      result_schema: { type: 'object' },
    }),
    toArguments: ({ agent_name: agent, prompt, mode = 'general', context_strategy: context, result_schema }) => ({
      prompt: `${modeWords[mode]}${prompt}`,
      ...defined({ agent }),
      ...((mode === 'plan' || mode === 'explore') && { allowed_tools: [...lookingTools] }),
      ...(context !== undefined && { context: context === 'filtered' ? 'summary' : context }),
      ...defined({ result_schema }),
    }),
    toResult: ({ agent, status, rounds, calls, text, data, warnings = [] }: DelegateResult) => ({
      agent_name: agent,
      status,
      result: data ?? text,
      rounds,
      calls,
      ...withWarnings(warnings),
    }),
  });

/** The tool ends its description with the agents that there are. */
const agentsIn = ({ description }: Tool): string => inWords(description.slice(delegate.description.length));

const { questions } = askParameters.properties;

/** As those of the tool itself, with options for every question. */
const optionParameters = {
  ...askParameters,
  properties: { questions: { ...questions, items: { ...questions.items, required: ['question', 'options'] } } },
} as const;

/** It blocks until the person has answered, three minutes at most. */
export const askUserView = (): Tool =>
  viewTool(createAskUser({ waitMs: 180_000, noPerson: 'plain-text' }), {
    category: 'Interaction',
    alsoIn: ['Agent', 'agent.ask'],
    name: 'AskUser',
    description: 'Request user input. Asks 1 to 4 questions, each with 2 to 4 options, and waits for the answers.',
    help: 'The user can always answer something else, so give no option for that. multi_select: several options may hold. Without an answer in 180 s the status is timeout.',
    parameters: optionParameters,
    toArguments: (args) => args,
    toResult({ status, answers, text }: ResultOf<typeof askUser>, { questions }) {
      if (status === 'timeout') return { status, questions, answers };
      return status === 'unasked' ? { status: 'no_channel', text } : { questions, answers };
    },
  });

import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Body, BodyEnd, Opener, Place } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { resultLines } from '../render-results.js';
import { startsMatching } from '../starts.js';
import { toolsHead } from '../tools-prompt.js';
import { eachCall } from '../write-calls.js';
import { actionAhead, readActionJson, takesLabel } from './action.js';
import { readActionCall } from './action-call.js';
import { asked, guessed, type PlainRules } from './rules.js';

const answer = 'Final Answer';
const jsonHowTo = 'Write the action as one JSON object with "action" and "action_input".';

const action = (text: string, rules: PlainRules): Opener => ({
  text,
  at: 'line',
  starts: (ahead, context) => {
    const told = actionAhead(ahead, context, rules);
    return told === undefined ? undefined : told === 'name' || (told === 'json' && rules.named);
  },
  *read(body) {
    const kind = yield* body.input.glimpse((ahead, ended) => actionAhead(ahead, { tools: body.tools, ended }, rules));
    return yield* readAction(body, kind, rules);
  },
});

function* readAction(body: Body, kind: 'json' | 'name' | 'none' | undefined, rules: PlainRules): Reading<BodyEnd> {
  return kind === 'json'
    ? yield* readActionJson(body, { rules, howTo: jsonHowTo })
    : yield* readActionCall(body, rules);
}

/** `Thought:`, which is reasoning when an action or the answer follows it. */
const thought = (text: string, at: Place, rules: PlainRules): Opener => ({
  text,
  at,
  starts: startsMatching(/^(?: ?\d{1,3})?(?:\*\*)?:/, /^(?: ?\d{0,3})?\*{0,2}$/),
  read: (body) => readThought(body, rules),
});

/** Other calls end a thought too, and are not for this format to read. */
const behindThought = new Stops([
  '\nAction',
  '\n**Action',
  `\n${answer}`,
  `\n**${answer}`,
  '\nObservation',
  '<|',
  '<｜',
  '</',
  '<t',
  '<f',
  '<i',
  '[TOOL',
  '```',
  '\n{',
  '\n[',
]);

function* readThought(body: Body, rules: PlainRules): Reading<BodyEnd> {
  const { input, tools } = body;
  yield* takesLabel(input);
  let thoughts = '';
  for (;;) {
    const { text, stop } = yield* input.until(behindThought);
    thoughts += text;
    if (stop === undefined || !/Action|Answer/.test(stop)) return 'text';
    input.at += stop.length;
    if (stop.endsWith(answer)) {
      const found = yield* takesAnswerLabel(input);
      if (found) {
        body.think(thoughts.trim());
        return 'closed';
      }
    } else {
      const kind = yield* input.glimpse((ahead, ended) => actionAhead(ahead, { tools, ended }, rules));
      if (kind === 'json' || kind === 'name') {
        const end = yield* readAction(body, kind, rules);
        if (end === 'closed') body.think(thoughts.trim());
        return end;
      }
    }
    thoughts += stop;
  }
}

/** The colon behind `Final Answer`, and the white space before what is said. */
function* takesAnswerLabel(input: Body['input']): Reading<boolean> {
  if (!(yield* input.takes('**:')) && !(yield* input.takes(':'))) return false;
  yield* input.takes('**');
  yield* input.space();
  return true;
}

const finalAnswer = (text: string): Opener => ({
  text,
  at: 'line',
  *read(body) {
    if (!(yield* takesAnswerLabel(body.input))) return 'text';
    body.thinkBefore();
    return 'closed';
  },
});

/** `Thought:`, `Action:` and `Action Input:` in lines of their own; `Final Answer:` is what is said. */
export const react = defineDialect({
  name: 'react',
  title: 'Thought, Action, Action Input',
  entries: ['D3'],
  aliases: ['mrkl', 'zero_shot_react', 'react_agent', 'langchain_react'],
  models: ['any model that is asked for it', 'Qwen 1.5'],
  sample: 'Thought: I have to know the depth.\nAction: snow_depth\nAction Input: {"pass": "Furka"}',
  grammar: {
    openers: [
      ...['Thought', '**Thought'].map((text) => thought(text, 'line', asked)),
      ...['Action', '**Action'].map((text) => action(text, asked)),
      ...[answer, `**${answer}`].map(finalAnswer),
    ],
    results: ['Observation:', '**Observation'],
  },
  inAuto: [
    ...['Thought', '**Thought'].map((text) => thought(text, 'start', guessed)),
    ...['Action', '**Action'].map((text) => action(text, guessed)),
  ],
  renderPrompt: (tools) => `${toolsHead(tools)}

Work in steps. To call a tool, write these three lines, with its name for example_tool and its own arguments, and end your message:
Thought: <what you need to know, and why>
Action: example_tool
Action Input: {"argument": "value"}

The next message begins with "Observation:" and holds the result. Never write an observation yourself. When you need no more tools, write:
Thought: <why you are done>
Final Answer: <your answer>`,
  writeCalls: eachCall(({ name, arguments: args }) => `Action: ${name}\nAction Input: ${escapeMarkup(args)}`, {
    join: '\n',
  }),
  renderResults: (results) => `Observation: ${resultLines(results)}`,
});

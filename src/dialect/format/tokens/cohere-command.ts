import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Opener } from '../../read/grammar.js';
import type { CallKeys } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { withOpener } from '../message-start.js';
import { announcesExample } from '../plain/announces-example.js';
import { outputJson } from '../render-results.js';
import { follows, offeredName, quotedText, space, startsAs } from '../starts.js';
import { eachCall } from '../write-calls.js';

const open = '<|START_ACTION|>';
const close = '<|END_ACTION|>';
const wrappers = [
  '<|START_RESPONSE|>',
  '<|END_RESPONSE|>',
  '<|START_TEXT|>',
  '<|END_TEXT|>',
  '<|END_OF_TURN_TOKEN|>',
  '<|CHATBOT_TOKEN|>',
];
const howTo = `Write ${open}[{"tool_call_id": "0", "tool_name": NAME, "parameters": {…}}]${close}.`;
const keys: CallKeys = {
  name: ['tool_name', 'name'],
  arguments: ['parameters', 'arguments'],
  id: ['tool_call_id', 'id'],
};

const readCalls = createJsonCalls({
  close: [close],
  next: [...wrappers, open],
  list: true,
  openList: true,
  keys,
  howTo,
});
const readList = createJsonCalls({ close: [], selfClosing: true, list: true, openList: true, keys, howTo });

const withTokens: Opener = {
  text: open,
  starts: follows(space, { oneOf: ['[', '{', '```'] }),
  read: readCalls,
};

const nameAhead = [space, '"tool_name"', space, ':', space, '"', offeredName, '"'] as const;
const idAhead = [space, '"tool_call_id"', space, ':', space, '"', quotedText, '"', space, ','] as const;

/** The list alone: what is left when the special tokens were taken away. */
const withoutTokens: Opener = {
  text: '[',
  at: 'start',
  starts: startsAs(follows(space, '{', ...idAhead, ...nameAhead), follows(space, '{', ...nameAhead)),
  read: withOpener(readList),
};

/** The same behind words. Where the format was not named, it may be part of an answer. */
const behindWords: Opener = {
  ...withoutTokens,
  at: 'anywhere',
  common: true,
  starts: (ahead, context) =>
    context.tools.told ? follows(space, '{', ...idAhead, ...nameAhead)(ahead, context) : false,
  *read(body) {
    return announcesExample(body.before) ? 'text' : yield* withoutTokens.read(body);
  },
};

/** A list of calls with their ids, and marks around thoughts and answers: Cohere Command R7B, A and North. */
export const cohereCommand = defineDialect({
  name: 'cohere_command',
  title: 'Cohere Command: a JSON list between <|START_ACTION|> and <|END_ACTION|>',
  entries: ['A22'],
  aliases: ['cohere', 'cohere_command3', 'cohere_command4', 'cohere2moe', 'command_a', 'command_r7b'],
  models: ['Command-R7B', 'Command-A', 'Command-A-Reasoning', 'North-Mini-Code'],
  sample: `${open}[\n    {"tool_call_id": "0", "tool_name": "find_text", "parameters": {"pattern": "TODO"}}\n]${close}`,
  grammar: {
    openers: [withTokens, withoutTokens, behindWords],
    thoughts: [
      {
        open: '<|START_THINKING|>',
        close: '<|END_THINKING|>',
        at: 'anywhere',
        endedBy: ['<|START_RESPONSE|>', '<|START_TEXT|>'],
      },
    ],
    dropped: wrappers,
    strays: [close],
    results: ['<|START_TOOL_RESULT|>'],
  },
  inAuto: [withTokens, withoutTokens],
  createId: ({ position }) => String(position),
  writeCalls: eachCall(
    ({ id, name, arguments: args, position }) => {
      const own = JSON.stringify(id ?? String(position));
      const json = `{"tool_call_id": ${own}, "tool_name": ${JSON.stringify(name)}, "parameters": ${args}}`;
      return `    ${escapeMarkup(json)}`;
    },
    { open: `${open}[\n`, join: ',\n', close: `\n]${close}` },
  ),
  renderResults(results) {
    const items = results.map((result, at) => {
      const id = escapeMarkup(JSON.stringify(result.id ?? String(at)));
      const output = outputJson({ ...result, isError: false });
      const lines = [
        `"tool_call_id": ${id},`,
        `"results": {\n            "0": ${output}\n        },`,
        `"is_error": ${result.isError ? 'true' : 'null'}`,
      ];
      return `    {\n        ${lines.join('\n        ')}\n    }`;
    });
    return `<|START_TOOL_RESULT|>[\n${items.join(',\n')}\n]<|END_TOOL_RESULT|>`;
  },
});

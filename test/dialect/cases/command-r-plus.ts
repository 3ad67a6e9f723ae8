import type { DialectCases } from '../case.js';

const tools = [
  { name: 'grep', parameters: { type: 'object', properties: { re: { type: 'string' } }, required: ['re'] } },
  { name: 'ls', parameters: { type: 'object', properties: {} } },
];
const list = '[\n    {\n        "tool_name": "grep",\n        "parameters": {"re": "TODO"}\n    }\n]';

export const commandRPlusCases: DialectCases = {
  dialect: 'command_r_plus',
  written: {
    'one call': { tools, message: `Action:\n\`\`\`json\n${list}\n\`\`\``, calls: ['grep {"re": "TODO"}'] },
    'a tool that nothing is known of': {
      message: `Action:\n\`\`\`json\n${list}\n\`\`\``,
      calls: ['grep {"re": "TODO"}'],
    },
    'closed right behind the list': {
      tools,
      message: `Action: \`\`\`json\n${list}\`\`\``,
      calls: ['grep {"re": "TODO"}'],
    },
    'a plan before it': {
      tools,
      message: `I will look for it.\nAction:\n\`\`\`json\n${list}\n\`\`\``,
      text: 'I will look for it.',
      calls: ['grep {"re": "TODO"}'],
    },
    'two calls': {
      tools,
      message:
        'Action:```json\n[{"tool_name": "grep", "parameters": {"re": "a```b"}}, {"tool_name": "ls", "parameters": {}}]\n```',
      calls: ['grep {"re": "a```b"}', 'ls {}'],
    },
    'no fence': { tools, message: `Action: ${list}`, calls: ['grep {"re": "TODO"}'] },
    'an end of turn': {
      tools,
      message: `Action: \`\`\`json\n${list}\n\`\`\`<|END_OF_TURN_TOKEN|>`,
      calls: ['grep {"re": "TODO"}'],
    },
    'no tool is needed': {
      tools,
      message: 'Action: ```json\n[{"tool_name": "directly_answer", "parameters": {}}]\n```',
    },
  },
  repaired: {
    'a fence that is not closed': {
      tools,
      message: `Action:\n\`\`\`json\n${list}`,
      calls: ['grep {"re": "TODO"}'],
      problems: ['call-repaired: never closed'],
    },
    'escapes that JSON does not know': {
      tools,
      message: 'Action: ```json\n[{"tool_name": "grep", "parameters": {"re": "\\$x"}}]\n```',
      calls: ['grep {"re":"$x"}'],
      problems: ['call-repaired: escapes'],
    },
    'a tool that was not offered': {
      tools,
      message: 'Action: ```json\n[{"tool_name": "fly", "parameters": {}}]\n```',
      calls: ['fly {}'],
      // Without a marker of its own only a known name tells it from an answer.
      auto: 'not',
    },
  },
  notRun: {
    'minutes of a meeting': {
      tools,
      message: 'Action: Bob asks for the grep licence.\nAction items:\n- ls',
      text: 'Action: Bob asks for the grep licence.\nAction items:\n- ls',
    },
    'cut off': {
      tools,
      message: 'Action: ```json\n[{"tool_name": "grep", "parameters": {"re": "TO',
      text: 'Action: ```json\n[{"tool_name": "grep", "parameters": {"re": "TO',
      problems: ['call-rejected: the message ended'],
    },
    'a fence with something else': {
      tools,
      message: 'Action:\n```json\n[{"step": 1}]\n```',
      text: 'Action:\n```json\n[{"step": 1}]\n```',
    },
  },
};

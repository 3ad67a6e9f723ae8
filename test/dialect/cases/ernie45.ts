import type { DialectCases } from '../case.js';

const call = (json: string): string => `<tool_call>\n${json}\n</tool_call>\n`;
const mail = call('{"name": "send_mail", "arguments": {"to": "eva"}}');

export const ernie45: DialectCases = {
  dialect: 'ernie45',
  written: {
    'behind reasoning that the prompt opened': {
      message: `She asks for a mail.\n</think>\n\n\n${mail}`,
      reasoning: 'She asks for a mail.',
      calls: ['send_mail {"to": "eva"}'],
    },
    'the same, and told so': {
      message: `She asks for a mail.\n</think>\n\n\n${mail}`,
      thinking: 'open',
      reasoning: 'She asks for a mail.',
      calls: ['send_mail {"to": "eva"}'],
    },
    'two calls': {
      message: `</think>\n\n\n${mail}${call('{"name": "beep", "arguments": {}}')}`,
      calls: ['send_mail {"to": "eva"}', 'beep {}'],
    },
    'an answer': {
      message: 'Easy.\n</think>\n\n<response>\nIt is **sent**.\n\nBye.\n</response>\n',
      reasoning: 'Easy.',
      text: 'It is **sent**.\n\nBye.',
    },
    'an answer without reasoning': { message: '<response>\nYes.\n</response>\n', text: 'Yes.' },
    'an answer, then a call': {
      message: `Hm.\n</think>\n\n<response>\nI send it.\n</response>\n\n${mail}`,
      reasoning: 'Hm.',
      text: 'I send it.',
      calls: ['send_mail {"to": "eva"}'],
    },
    'an answer with its own tags named in it': {
      message: '<think>\nx\n</think>\n\n<response>\nWrap it in `<response>` and `</response>`.\n</response>',
      reasoning: 'x',
      text: 'Wrap it in `<response>` and `</response>`.',
    },
    'the closing tag in a string': {
      message: `</think>\n\n\n${call('{"name": "send_mail", "arguments": {"text": "a </tool_call> b\\n</response>"}}')}`,
      calls: ['send_mail {"text": "a </tool_call> b\\n</response>"}'],
    },
  },
  repaired: {
    'no arguments': {
      message: `</think>\n\n\n${call('{"name": "beep"}')}`,
      calls: ['beep {}'],
      problems: ['call-repaired: it had no arguments'],
    },
    'no closing tag': {
      message: 'x</think>\n\n\n<tool_call>\n{"name": "beep", "arguments": {}}',
      reasoning: 'x',
      calls: ['beep {}'],
      problems: ['call-repaired: </tool_call> was missing at the end'],
    },
    'a call within the answer': {
      message: `<response>\nNow.\n${mail}</response>\n`,
      text: 'Now.',
      calls: ['send_mail {"to": "eva"}'],
    },
    'an answer that does not end': { message: 'a</think>\n<response>\nIt is', reasoning: 'a', text: 'It is' },
    'one bad call of two': {
      message: `</think>\n\n\n${call('{"title": "x"}')}${mail}`,
      text: '<tool_call>\n{"title": "x"}\n</tool_call>',
      calls: ['send_mail {"to": "eva"}'],
      problems: ['call-rejected: it has no "name"'],
    },
  },
  notRun: {
    'cut short': {
      message: '</think>\n\n\n<tool_call>\n{"name": "send_mail", "arguments": {"to": "e',
      text: '<tool_call>\n{"name": "send_mail", "arguments": {"to": "e',
      problems: ['call-rejected: ended in the middle'],
    },
    'a draft in the reasoning': {
      message: `I could write\n${mail}but no.\n</think>\n\n<response>\nNo.\n</response>`,
      reasoning: 'I could write\nbut no.',
      text: 'No.',
      problems: ['call-rejected: before </think>'],
    },
    'a tag of the same name later on': {
      message: 'It answers\n<response>\n<ok/>\n</response>\nas XML.',
      text: 'It answers\n<response>\n<ok/>\n</response>\nas XML.',
    },
  },
};

import type { DialectCases } from '../case.js';

const call = (json: string): string => `<longcat_tool_call>\n${json}\n</longcat_tool_call>`;
const mail = call('{"name": "send_mail", "arguments": {"to": "eva"}}');

export const longcat: DialectCases = {
  dialect: 'longcat',
  written: {
    'one call': { message: mail, calls: ['send_mail {"to": "eva"}'] },
    'text, then two calls': {
      message: `I do it.\n${mail}\n${call('{"name": "beep", "arguments": {"times": 2}}')}`,
      text: 'I do it.',
      calls: ['send_mail {"to": "eva"}', 'beep {"times": 2}'],
    },
    'no line breaks': {
      message: 'Ok<longcat_tool_call>{"name":"beep","arguments":{}}</longcat_tool_call>',
      text: 'Ok',
      calls: ['beep {}'],
    },
    reasoning: {
      message: `<longcat_think>\nTwo mails?\n</longcat_think>\n${mail}`,
      reasoning: 'Two mails?',
      calls: ['send_mail {"to": "eva"}'],
    },
    'reasoning that the prompt opened': {
      message: `Two mails?\n</longcat_think>\n${mail}`,
      reasoning: 'Two mails?',
      calls: ['send_mail {"to": "eva"}'],
    },
    'the closing tag in a string': {
      message: call('{"name": "send_mail", "arguments": {"text": "</longcat_tool_call>{}"}}'),
      calls: ['send_mail {"text": "</longcat_tool_call>{}"}'],
    },
    'the end of the turn': { message: `${mail}</longcat_s>`, calls: ['send_mail {"to": "eva"}'] },
    'arguments before the name': {
      message: call('{"arguments": {"name": "eva"}, "name": "find"}'),
      calls: ['find {"name": "eva"}'],
    },
  },
  repaired: {
    'names and arguments in tags': {
      message:
        '<longcat_tool_call>\n<name>find</name>\n<arguments>{"q": "</arguments>"}</arguments>\n</longcat_tool_call>',
      calls: ['find {"q": "</arguments>"}'],
    },
    'no closing tag at the end': {
      message: '<longcat_tool_call>\n{"name": "beep", "arguments": {}}\n',
      calls: ['beep {}'],
      problems: ['call-repaired: </longcat_tool_call> was missing at the end'],
    },
    'no closing tag before the next': {
      message: `<longcat_tool_call>{"name": "beep", "arguments": {}}\n${mail}`,
      calls: ['beep {}', 'send_mail {"to": "eva"}'],
      problems: ['call-repaired: </longcat_tool_call> was missing before <longcat_tool_call>'],
    },
    'single quotes': {
      message: call("{'name': 'beep', 'arguments': {'loud': True}}"),
      calls: ['beep {"loud":true}'],
      problems: ['call-repaired: single quotes'],
    },
    'in reasoning that never ends': {
      message: `<longcat_think>\nI mail.\n${mail}`,
      reasoning: 'I mail.',
      calls: ['send_mail {"to": "eva"}'],
      problems: ['call-repaired: The reasoning was never closed'],
    },
  },
  notRun: {
    'cut short': {
      message: '<longcat_tool_call>\n{"name": "send_mail", "arguments": {"to": "ev',
      text: '<longcat_tool_call>\n{"name": "send_mail", "arguments": {"to": "ev',
      problems: ['call-rejected: ended in the middle'],
    },
    'a draft in the reasoning': {
      message: `<longcat_think>perhaps ${mail}</longcat_think>No.`,
      reasoning: `perhaps ${mail}`,
      text: 'No.',
      problems: ['call-ignored'],
    },
    'in inline code': {
      message: 'Write `<longcat_tool_call>{"name": "x"}</longcat_tool_call>` then.',
      text: 'Write `<longcat_tool_call>{"name": "x"}</longcat_tool_call>` then.',
      problems: ['call-ignored'],
    },
    'behind a result the model made up': {
      message: `${mail}\n<longcat_tool_response>\n{}\n</longcat_tool_response>\nSent.`,
      calls: ['send_mail {"to": "eva"}'],
      problems: ['result-ignored'],
    },
  },
};

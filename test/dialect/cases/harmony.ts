import type { DialectCases } from '../case.js';

const analysis = (text: string): string => `<|channel|>analysis<|message|>${text}<|end|>`;
const start = '<|start|>assistant';
const tools = [{ name: 'get_weather' }, { name: 'files.read' }];

export const harmony: DialectCases = {
  dialect: 'harmony',
  written: {
    'reasoning and a call that ends with the message': {
      message: `${analysis('Look it up.')}${start}<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Bern","days":2}`,
      reasoning: 'Look it up.',
      calls: ['get_weather {"city":"Bern","days":2}'],
    },
    'the recipient in the role': {
      message: `${analysis('Hm.')}${start} to=functions.get_weather<|channel|>commentary <|constrain|>json<|message|>{"city":"Bern"}<|call|>`,
      reasoning: 'Hm.',
      calls: ['get_weather {"city":"Bern"}'],
    },
    'a header the prompt has begun': {
      message: ' to=functions.get_weather<|channel|>commentary json<|message|>{"city": "Bern"}<|call|>',
      calls: ['get_weather {"city": "Bern"}'],
    },
    'no constraint': {
      message: '<|channel|>commentary to=functions.get_weather<|message|>{"id":12345678901234567890}<|call|>',
      calls: ['get_weather {"id":12345678901234567890}'],
      problems: ['call-repaired: more digits'],
    },
    'a call in the channel of reasoning': {
      message: '<|channel|>analysis to=functions.get_weather <|constrain|>json<|message|>{}<|call|>',
      calls: ['get_weather {}'],
    },
    'several calls, with a preamble': {
      message: `${analysis('Two.')}${start}<|channel|>commentary<|message|>Let me look.<|end|>${start}<|channel|>commentary to=functions.a <|constrain|>json<|message|>{"x":1}<|call|>${start}<|channel|>commentary to=functions.b <|constrain|>json<|message|>{"y":"<|call|>"}<|call|>`,
      reasoning: 'Two.',
      text: 'Let me look.',
      calls: ['a {"x":1}', 'b {"y":"<|call|>"}'],
    },
    'an answer only': {
      message: `${analysis('Easy.')}${start}<|channel|>final<|message|>It is 4.<|return|>`,
      reasoning: 'Easy.',
      text: 'It is 4.',
    },
    'reasoning twice': {
      message: `${analysis('One.')}${start}${analysis('Two.')}${start}<|channel|>final<|message|>Done.`,
      reasoning: 'One.\nTwo.',
      text: 'Done.',
    },
    'reasoning that the prompt has opened': {
      message: `Look it up.<|end|>${start}<|channel|>commentary to=functions.get_weather<|message|>{"city":"Bern"}<|call|>`,
      thinking: 'open',
      reasoning: 'Look it up.',
      calls: ['get_weather {"city":"Bern"}'],
    },
    'a name with a namespace of its own': {
      message: '<|channel|>commentary to=functions.files.read <|constrain|>json<|message|>{"path":"a"}<|call|>',
      tools,
      calls: ['files.read {"path":"a"}'],
    },
    'a name as TypeScript writes it': {
      message: '<|channel|>commentary to=functions.files_read <|constrain|>json<|message|>{"path":"a"}<|call|>',
      tools,
      calls: ['files.read {"path":"a"}'],
    },
    'tokens left out by the server': {
      message: 'analysisWe need the weather.assistantcommentary to=functions.get_weather json{"city":"Bern"}',
      tools,
      reasoning: 'We need the weather.',
      calls: ['get_weather {"city":"Bern"}'],
    },
    'tokens left out, then an answer': {
      message: 'analysisThe user greets.assistantfinalHello! <tool_call> is no call here.',
      reasoning: 'The user greets.',
      text: 'Hello! <tool_call> is no call here.',
    },
    'tokens left out, and nothing before the call': {
      message: 'commentary to=functions.get_weather json{"city":"Bern"}',
      tools,
      calls: ['get_weather {"city":"Bern"}'],
    },
    'tokens left out, the recipient in the role': {
      message: 'analysisLook.assistant to=functions.get_weathercommentary json{"city":"Bern"}',
      tools,
      reasoning: 'Look.',
      calls: ['get_weather {"city":"Bern"}'],
    },
    'white space between messages': {
      message: `${analysis('Hm.')}\n${start}<|channel|>final<|message|>Yes.<|end|>\n`,
      reasoning: 'Hm.',
      text: 'Yes.',
    },
    'tokens left out, two calls': {
      message:
        'analysisTwo.assistantcommentary to=functions.get_weather json{"city":"Bern"}assistantcommentary to=functions.get_weather json{"city":"Rome"}',
      tools,
      reasoning: 'Two.',
      calls: ['get_weather {"city":"Bern"}', 'get_weather {"city":"Rome"}'],
    },
  },
  repaired: {
    'another namespace': {
      message: '<|channel|>commentary to=tools.get_weather<|message|>{"city":"Bern"}<|call|><|endoftext|>',
      tools,
      calls: ['get_weather {"city":"Bern"}'],
    },
    'a header too many': {
      message: `<|channel|>commentary to=assistant<|channel|>analysis<|message|>Two lines\nof thought<|end|>${start}<|channel|>final<|message|>Good day.\nIt's noon.`,
      reasoning: 'Two lines\nof thought',
      text: "Good day.\nIt's noon.",
    },
    'the tool in the place of the channel': {
      message: '<|channel|>functions.read<|channel|>commentary to=assistant json<|message|>{"path":"a"}<|call|>',
      calls: ['read {"path":"a"}'],
      problems: ['call-repaired: in the place of the channel'],
    },
    'no <|message|> before the arguments': {
      message: '<|channel|>commentary to=functions.read <|constrain|>json{"path":"a"}<|call|>',
      calls: ['read {"path":"a"}'],
      problems: ['call-repaired: <|message|> was missing'],
    },
    'no arguments at all': {
      message: '<|channel|>commentary to=functions.now<|message|><|call|>',
      calls: ['now {}'],
      problems: ['call-repaired: no arguments'],
    },
    'no end before the next message': {
      message: `<|channel|>analysis<|message|>Look it up.${start}<|channel|>commentary to=functions.read<|message|>{"path":"a"}<|call|>`,
      reasoning: 'Look it up.',
      calls: ['read {"path":"a"}'],
    },
    'the bare name of the channel between calls': {
      message: `<|channel|>commentary to=functions.a<|message|>{}<|call|>commentary${start}<|channel|>commentary to=functions.b<|message|>{}<|call|>`,
      calls: ['a {}', 'b {}'],
    },
    'a code fence around the arguments': {
      message: '<|channel|>commentary to=functions.a<|message|>```json\n{"x":1}\n```<|call|>',
      calls: ['a {"x":1}'],
      problems: ['call-repaired: code fence'],
    },
    'a channel in the name': {
      message:
        '<|channel|>commentary to=functions.read<|channel|>commentary <|constrain|>json<|message|>{"path":"a"}<|call|>',
      calls: ['read {"path":"a"}'],
      problems: ['call-repaired: a channel too many beside its name'],
    },
    'a tool that was offered in the place of the channel': {
      tools: [{ name: 'bash' }],
      message: `${analysis('Hm.')}${start}<|channel|>bash<|channel|>commentary<|message|>{"command":"ls"}<|call|>`,
      reasoning: 'Hm.',
      calls: ['bash {"command":"ls"}'],
      problems: ['call-repaired: it stood in the place of the channel'],
    },
    'a comma too many': {
      message: '<|channel|>commentary to=functions.read<|message|>{"path":"a",}<|call|>',
      calls: ['read {"path":"a"}'],
      problems: ['call-repaired'],
    },
    'a recipient without its namespace': {
      message: '<|channel|>commentary to=get_weather <|constrain|>json<|message|>{"city":"Bern"}<|call|>',
      tools,
      calls: ['get_weather {"city":"Bern"}'],
    },
  },
  notRun: {
    'arguments that were cut off': {
      message: '<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a',
      text: '<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a',
      problems: ['call-rejected: The call of read was not run: the message ended'],
    },
    'a header that was cut off': {
      message: `${analysis('Hm.')}${start} to=functions.read<|channel|>commentary <|constrain|>json`,
      reasoning: 'Hm.',
      problems: ['call-rejected: ended before its arguments'],
    },
    'a tool that is built in': {
      message: `<|channel|>analysis to=python code<|message|>print(1)<|call|>${start}<|channel|>final<|message|>One.<|return|>`,
      text: 'One.',
      problems: ['call-rejected: built into the model'],
    },
    'the tokens in an answer': {
      message:
        '<|channel|>final<|message|>Write `<|channel|>commentary to=functions.x<|message|>{}<|call|>` to call x.<|return|>',
      text: 'Write `<|channel|>commentary to=functions.x<|message|>{}<|call|>` to call x.',
    },
    'JSON in an answer': {
      message: '<|channel|>final <|constrain|>json<|message|>{"name": "get_weather", "arguments": {}}<|return|>',
      tools,
      text: '{"name": "get_weather", "arguments": {}}',
    },
    'a call in reasoning': {
      message: `${analysis('I could write <tool_call>{"name":"a","arguments":{}}</tool_call>.')}${start}<|channel|>final<|message|>No.`,
      reasoning: 'I could write <tool_call>{"name":"a","arguments":{}}</tool_call>.',
      text: 'No.',
    },
    'prose about analysis': {
      message: 'analysis of the data shows: commentary to=functions is rare, assistantfinal too.',
      text: 'analysis of the data shows: commentary to=functions is rare, assistantfinal too.',
    },
    'a tool that is not known, without tokens': {
      message: 'commentary to=functions.other json{"a":1}',
      tools,
      text: 'commentary to=functions.other json{"a":1}',
    },
    'a result the model made up': {
      message: `<|channel|>commentary to=functions.read<|message|>{"path":"a"}<|call|><|start|>functions.read to=assistant<|channel|>commentary<|message|>"x"<|end|>`,
      calls: ['read {"path":"a"}'],
      problems: ['result-ignored'],
    },
  },
};

import type { Case, DialectCases } from '../case.js';

const tools = [
  {
    name: 'find_ferry',
    parameters: {
      type: 'object',
      properties: { to: { type: 'string' }, seats: { type: 'integer' }, tags: { type: 'array' } },
    },
  },
  { name: 'now' },
  { name: 'weather.today', parameters: { type: 'object', properties: { place: { type: 'string' } } } },
];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: '[find_ferry(to="Bergen", seats=2)]', calls: ['find_ferry {"to":"Bergen","seats":2}'] },
  'several calls': {
    tools,
    message: '[find_ferry(to="Bergen", seats=-1, tags=["car", "dog"]), now()]',
    calls: ['find_ferry {"to":"Bergen","seats":-1,"tags":["car","dog"]}', 'now {}'],
  },
  'over several lines, with commas at the end': {
    tools,
    message: '[\n  find_ferry(\n    to="Bergen",\n    seats=2,\n  ),\n  now(),\n]\n',
    calls: ['find_ferry {"to":"Bergen","seats":2}', 'now {}'],
  },
  'all kinds of values': {
    message: `[set(a=True, b=None, c=1.50, d=-3, e=(1, 2), f={'x': [1, {"y": 'z'}]}, g='''two\nlines''', h=r"\\d", i=false, j=null, k=1e5)]`,
    calls: [
      'set {"a":true,"b":null,"c":1.50,"d":-3,"e":[1,2],"f":{"x":[1,{"y":"z"}]},"g":"two\\nlines","h":"\\\\d","i":false,"j":null,"k":1e5}',
    ],
  },
  'brackets, quotes and commas in strings': {
    tools,
    message: `[find_ferry(to="a]b), now() ['x'", tags=['it\\'s', "\\"(", '\\n'])]`,
    calls: ['find_ferry {"to":"a]b), now() [\'x\'","tags":["it\'s","\\"(","\\n"]}'],
  },
  'a dotted name': { tools, message: "[weather.today(place='Oslo')]", calls: ['weather.today {"place":"Oslo"}'] },
  'words of Python as names of arguments': {
    message: "[mail(from='a@b', class=1, in='x')]",
    calls: ['mail {"from":"a@b","class":1,"in":"x"}'],
  },
  'text and reasoning before it': {
    tools,
    message: '<think>Which [one]?</think>I look.\n[now()]',
    reasoning: 'Which [one]?',
    text: 'I look.',
    calls: ['now {}'],
  },
  'the token that ends the turn': { tools, message: '[now()]<|eot_id|>', calls: ['now {}'] },
  'digits a double cannot hold': {
    message: '[pay(id=12345678901234567890)]',
    calls: ['pay {"id":12345678901234567890}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'an f-string without a placeholder, and strings side by side': {
    message: `[say(a=f"x{{1}}", b=("one "\n  "two"), c=1_000, d=0x1f)]`,
    calls: ['say {"a":"x{1}","b":"one two","c":1000,"d":31}'],
  },
  'leading zeros': {
    message: '[at(hour=07)]',
    calls: ['at {"hour":7}'],
    problems: ['call-repaired: 07 was read as 7'],
  },
  'a bare line break in a string': {
    message: '[say(text="a\nb")]',
    calls: ['say {"text":"a\\nb"}'],
    problems: ['call-repaired: line breaks'],
  },
  'values without names, where the schema tells them': {
    tools,
    message: '[find_ferry("Bergen", 2)]',
    calls: ['find_ferry {"to":"Bergen","seats":2}'],
    problems: ['call-repaired: names of the schema'],
  },
  'a quote that was not escaped': {
    tools,
    message: "[find_ferry(to='the captain's quay')]",
    calls: ['find_ferry {"to":"the captain\'s quay"}'],
    problems: ['call-repaired: quotes within'],
  },
  'within a line, of a known tool': {
    tools,
    message: 'Sure! [now()] is what I do.',
    text: 'Sure! is what I do.',
    calls: ['now {}'],
    // Where the format is not known such a line is more likely to be about a call.
    auto: 'not',
  },
  'one bad call beside a good one': {
    tools,
    message: '[find_ferry(to=home), now()]',
    text: 'find_ferry(to=home)',
    calls: ['now {}'],
    problems: ['call-rejected: The call of find_ferry'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'prose with brackets': {
    tools,
    message: '[1] see [now](http://x.example/now()) and [now() for x in y]\n[link](a)\n[ ] task\n[now is the time]',
    text: '[1] see [now](http://x.example/now()) and [now() for x in y]\n[link](a)\n[ ] task\n[now is the time]',
  },
  'a list comprehension': {
    tools,
    message: '[now() for x in range(3)]',
    text: '[now() for x in range(3)]',
  },
  'a name that was not offered': { tools, message: '[print(x=1)]', text: '[print(x=1)]' },
  'one name that was not offered': { tools, message: '[now(), rm(path="/")]', text: '[now(), rm(path="/")]' },
  'in code': {
    tools,
    message: 'Write `[now()]` or\n```python\n[now()]\n```\nlike this.',
    text: 'Write `[now()]` or\n```python\n[now()]\n```\nlike this.',
    problems: ['call-ignored'],
  },
  'cut off': {
    tools,
    message: '[find_ferry(to="Ber',
    text: '[find_ferry(to="Ber',
    problems: ['call-rejected: ended in the middle'],
  },
  'cut off before the end of the list': {
    tools,
    message: '[now(), now()',
    text: '[now(), now()',
    problems: ['call-rejected: the message ended before'],
  },
  'something to evaluate': {
    tools,
    message: "[find_ferry(to='a' + 'b', seats=1+1)]",
    text: "[find_ferry(to='a' + 'b', seats=1+1)]",
    problems: ['call-rejected: something follows an argument'],
  },
  'values without names of which nothing is known': { message: '[go(1, 2)]', text: '[go(1, 2)]' },
  'an argument twice': {
    tools,
    message: "[find_ferry(to='a', to='b')]",
    text: "[find_ferry(to='a', to='b')]",
    problems: ['call-rejected: stands twice'],
  },
  'quotes that can be read in two ways': {
    tools,
    message: "[find_ferry(to='it's', seats='x')]",
    text: "[find_ferry(to='it's', seats='x')]",
    problems: ['call-rejected: not escaped'],
  },
};

export const pythonic: DialectCases = { dialect: 'pythonic', written, repaired, notRun };

import type { Opener } from '../../read/grammar.js';
import { createPythonCalls } from './python-calls.js';
import { startsArguments, startsCall } from './python-starts.js';

const howTo = 'Write calls as [NAME(ARGUMENT=VALUE, …), …], each value written out.';

/** `[NAME(…), …]` with nothing around it, in a message that is known to be in such a format. */
export const unmarkedLists: readonly Opener[] = [
  {
    text: '[',
    at: 'line',
    common: true,
    starts: startsCall({ name: 'known-or-plain' }),
    read: createPythonCalls({ close: [], list: true, begun: 'list', unmarked: 'spaced', howTo }),
  },
  {
    text: (tools) => tools.names.map((name) => `[${name}(`),
    read: createPythonCalls({ close: [], list: true, begun: 'both', unmarked: 'spaced', howTo }),
  },
];

/** The same where the format is not known: all names have to be, and the list ends the message. */
export const unmarkedListsInAuto: readonly Opener[] = [
  {
    text: '[',
    at: 'line',
    common: true,
    starts: startsCall({ name: 'known' }),
    read: createPythonCalls({ close: [], list: true, begun: 'list', unmarked: 'last', howTo }),
  },
  {
    text: '[',
    at: 'start',
    common: true,
    starts: (ahead, context) => (context.tools.told ? false : startsPlain(ahead, context)),
    read: createPythonCalls({ close: [], list: true, begun: 'list', unmarked: 'last', howTo }),
  },
];

const startsPlain = startsCall({ name: 'known-or-plain' });

/** `NAME(…)` of known tools, each in a line of its own, as the whole message. */
export const unmarkedCallsInAuto: readonly Opener[] = [
  {
    text: (tools) => tools.names.map((name) => `${name}(`),
    at: 'start',
    common: true,
    starts: startsArguments,
    read: createPythonCalls({ close: [], list: false, begun: 'name', unmarked: 'last', howTo }),
  },
];

/** The same in a code fence that is the whole message. */
export const fencedCalls: readonly Opener[] = ['```python', '```py', '```'].map(
  (text): Opener => ({
    text,
    at: 'start',
    fence: true,
    starts: startsCall({ behind: '(?:\\[\\s*)?', name: 'known' }),
    read: createPythonCalls({ close: ['```'], list: true, howTo }),
  }),
);

const readLine = createPythonCalls({ close: [], list: false, begun: 'name', unmarked: 'spaced', howTo });

/** `NAME(…)` of a known tool that is a line of its own. */
export const unmarkedCalls: readonly Opener[] = [
  { text: (tools) => tools.names.flatMap((name) => [`${name}(`, `default_api.${name}(`]), at: 'line', read: readLine },
  { text: 'print(', at: 'line', starts: startsCall({ name: 'known' }), read: readLine },
];

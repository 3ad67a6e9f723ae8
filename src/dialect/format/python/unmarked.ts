import type { Opener } from '../../read/grammar.js';
import { createPythonCalls } from './python-calls.js';
import { startsCall } from './python-starts.js';

const howTo = 'Write calls as [NAME(ARGUMENT=VALUE, …), …], each value written out.';

/** `[NAME(…), …]` with nothing around it, in a message that is known to be in such a format. */
export const unmarkedLists = (dialect: string): readonly Opener[] => [
  {
    dialect,
    text: '[',
    at: 'line',
    common: true,
    starts: startsCall({ name: 'known-or-plain' }),
    read: createPythonCalls({ close: [], list: true, begun: 'list', unmarked: 'spaced', howTo }),
  },
  {
    dialect,
    text: (tools) => tools.names.map((name) => `[${name}(`),
    at: 'anywhere',
    read: createPythonCalls({ close: [], list: true, begun: 'both', unmarked: 'spaced', howTo }),
  },
];

/** The same where the format is not known: all names have to be, and the list ends the message. */
export const unmarkedListsInAuto: readonly Opener[] = [
  {
    dialect: 'pythonic',
    text: '[',
    at: 'line',
    common: true,
    starts: startsCall({ name: 'known' }),
    read: createPythonCalls({ close: [], list: true, begun: 'list', unmarked: 'last', howTo }),
  },
  {
    dialect: 'pythonic',
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
    dialect: 'pythonic',
    text: (tools) => tools.names.map((name) => `${name}(`),
    at: 'start',
    common: true,
    starts: (ahead, { ended }) => {
      const rest = ahead.trimStart();
      if (/^(?:\)|[\p{L}_][\p{L}\p{N}_]*\s*=[^=])/u.test(rest)) return true;
      return /^(?:[\p{L}_][\p{L}\p{N}_]*\s*=?)?$/u.test(rest) && !ended ? undefined : false;
    },
    read: createPythonCalls({ close: [], list: false, begun: 'name', unmarked: 'last', howTo }),
  },
];

/** The same in a code fence that is the whole message. */
export const fencedCalls = (dialect: string): readonly Opener[] =>
  ['```python', '```py', '```'].map(
    (text): Opener => ({
      dialect,
      text,
      at: 'start',
      fence: true,
      starts: startsCall({ behind: '(?:\\[\\s*)?', name: 'known' }),
      read: createPythonCalls({ close: ['```'], list: true, howTo }),
    }),
  );

/** `NAME(…)` of a known tool that is a line of its own. */
export const unmarkedCalls = (dialect: string): readonly Opener[] => {
  const read = createPythonCalls({ close: [], list: false, begun: 'name', unmarked: 'spaced', howTo });
  return [
    { dialect, text: (tools) => tools.names.flatMap((name) => [`${name}(`, `default_api.${name}(`]), at: 'line', read },
    { dialect, text: 'print(', at: 'line', starts: startsCall({ name: 'known' }), read },
  ];
};

import { defineDialect } from '../../define-dialect.js';
import type { Body, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { createJsonCalls } from '../json-calls.js';
import { callEnds } from '../marks.js';
import { unfencedResults } from '../render-results.js';
import { startsJson } from '../starts.js';
import { createPythonCalls } from './python-calls.js';
import { startsCall } from './python-starts.js';
import { pythonList } from './python-write.js';
import { unmarkedCalls, unmarkedLists } from './unmarked.js';

export const sentinelOpen = '<|tool_call_start|>';
export const sentinelClose = '<|tool_call_end|>';

const howTo = `Write calls as ${sentinelOpen}[NAME(ARGUMENT=VALUE, …), …]${sentinelClose}.`;
const next = [sentinelOpen, '</think>', '<|tool_response_start|>', ...callEnds];

const sentinelPython: Opener = {
  text: sentinelOpen,
  starts: startsCall({ behind: '(?:\\[\\s*)?' }),
  read: createPythonCalls({ close: [sentinelClose], next, list: true, bareWords: true, behind: dropEcho, howTo }),
};

export const sentinelJson: Opener = {
  text: sentinelOpen,
  starts: startsJson,
  read: createJsonCalls({ close: [sentinelClose], next, list: true, several: true, howTo }),
};

/** Between `<|tool_call_start|>` and `<|tool_call_end|>` a Python list of calls; JSON stands there as well. */
export const lfm2 = defineDialect({
  name: 'lfm2',
  title: 'Python list of calls in <|tool_call_start|>',
  entries: ['C3'],
  aliases: ['lfm2.5', 'lfm'],
  models: ['LFM2', 'LFM2.5'],
  sample: '<|tool_call_start|>[tune_radio(station="P3", volume=4)]<|tool_call_end|>Tuning in.',
  grammar: {
    openers: [sentinelPython, sentinelJson, ...unmarkedLists, ...unmarkedCalls],
    dropped: callEnds,
    strays: [sentinelClose],
    results: ['<|tool_response_start|>'],
  },
  inAuto: [sentinelPython, sentinelJson],
  writeCalls: pythonList(sentinelOpen, sentinelClose),
  renderResults: unfencedResults('<|tool_response_start|>', '<|tool_response_end|>'),
});

/** Such models write the calls again behind their end, and then its token a second time. */
function* dropEcho({ input, calls, say }: Body, raw: string): Reading<void> {
  const first = /^[^(]*\(/.exec(raw)?.[0] ?? raw;
  const begins = yield* input.seesOne(['[', first, '\n[', `\n${first}`]);
  if (begins === undefined) return;
  const { text, stop } = yield* input.until(echoEnds);
  if (stop !== sentinelClose) {
    say(text);
    return;
  }
  input.at += stop.length;
  calls.repair('Calls that were written again behind their end were left out.');
}

const echoEnds = new Stops([sentinelClose, sentinelOpen, ...callEnds]);

import type { Json } from '../../../base/json.js';
import { rawMember } from '../../../base/raw-json.js';
import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Opener } from '../../read/grammar.js';
import { type CallRead, isObject, readArguments, readNamedCall } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { withOpener } from '../message-start.js';
import { outputJson } from '../render-results.js';
import { follows, space } from '../starts.js';
import { eachCall } from '../write-calls.js';

const open = '<|tools_prefix|>';
const close = '<|tools_suffix|>';
const turnEnd = '<|assistant_end|>';
const howTo = `Write ${open}[{"NAME": {…}}]${close}, one object a call with the name of its tool as the only key.`;

const readCalls = createJsonCalls({
  close: [close],
  next: [turnEnd, '<|inner_suffix|>', '<|inner_prefix|>', open],
  list: true,
  openList: true,
  readCall: readKeyedCall,
  howTo,
});
const readList = createJsonCalls({
  close: [],
  selfClosing: true,
  list: true,
  openList: true,
  readCall: readKeyedCall,
  howTo,
});

const withTokens: Opener = {
  text: open,
  starts: follows(space, { oneOf: ['[', '{', '```'] }),
  read: readCalls,
};

/** The list alone: what is left when the special tokens were taken away. */
const withoutTokens: Opener = {
  text: ({ names }) => names.map((name) => `[{${JSON.stringify(name)}`),
  at: 'start',
  starts: follows(space, ':', space, '{'),
  read: withOpener(readList),
};

/** Objects whose only key is the name of the tool: Apertus. Its reasoning goes on behind the calls it makes. */
export const apertus = defineDialect({
  name: 'apertus',
  title: 'Apertus: a JSON list with the names as keys',
  entries: ['A20'],
  aliases: ['apertus2509', 'apertus_2509'],
  models: ['Apertus-8B-Instruct-2509', 'Apertus-70B-Instruct-2509'],
  sample: `${open}[{"snow_depth": {"pass": "Furka"}}]${close}`,
  grammar: {
    openers: [withTokens, withoutTokens],
    thoughts: [{ open: '<|inner_prefix|>', close: '<|inner_suffix|>', at: 'anywhere', makesCalls: true }],
    dropped: [turnEnd],
    strays: [close],
  },
  writeCalls: eachCall(({ name, arguments: args }) => escapeMarkup(`{${JSON.stringify(name)}: ${args}}`), {
    open: `${open}[`,
    join: ', ',
    close: `]${close}`,
  }),
  renderResults: (results) => `[${results.map(outputJson).join(', ')}]`,
});

function readKeyedCall(json: string, value: Json): CallRead {
  if (!isObject(value)) return { ok: false, why: 'it is no JSON object' };
  const [name, ...more] = Object.keys(value);
  if (name === undefined || name.trim() === '') return { ok: false, why: 'it has no key that names a tool' };
  if (typeof value['name'] === 'string') {
    const read = readNamedCall(json, value);
    return read.ok ? { ...read, repairs: [...read.repairs, 'its name was a value instead of a key'] } : read;
  }
  if (more.length > 0) return { ok: false, name, why: 'it has more than one key' };
  const given = value[name] ?? null;
  if (given === null)
    return {
      ok: true,
      call: { name, arguments: '{}' },
      repairs: ['it had no arguments, so an empty object was taken'],
    };
  if (isObject(given)) return { ok: true, call: { name, arguments: rawMember(json, [name]) ?? '{}' }, repairs: [] };
  if (typeof given !== 'string') return { ok: false, name, why: 'its arguments are no JSON object' };
  const args = readArguments(given);
  if (!args.ok) return { ok: false, name, why: `its arguments are text, and ${args.why}` };
  const repairs = ['its arguments, a JSON text, were read as the object they hold', ...args.repairs];
  return { ok: true, call: { name, arguments: args.text }, repairs };
}

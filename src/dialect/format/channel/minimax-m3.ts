import { rawElements } from '../../../base/raw-json.js';
import { defineDialect } from '../../define-dialect.js';
import type { Body, BodyEnd } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { taggedResults } from '../render-results.js';
import { startsWith } from '../starts.js';
import { eachCall, membersOf } from '../write-calls.js';
import { escapeAttribute } from './attributes.js';
import { m3Space, readM3Call } from './minimax-m3-call.js';
import { sectionParts } from './section-parts.js';

const open = '<tool_call>';
const close = '</tool_call>';
const invoke = '<invoke';

const between = new Stops([m3Space, invoke, close]);
const howTo = `Write each call as ${m3Space}${invoke} name="…">, its arguments as elements, ${m3Space}</invoke>.`;

/** Reads the calls of a section; its opener may be the mark of the format alone, or the tag without it. */
function* readSection(body: Body): Reading<BodyEnd> {
  const { input, calls } = body;
  const parts = sectionParts(body);
  const repairs: string[] = [];
  yield* input.space();
  if (body.opener === open) repairs.push(`${m3Space} was missing before ${open}`);
  const bare = body.opener !== open && !(yield* input.takes(open));
  if (bare) repairs.push(`${open} was missing`);
  let any = false;
  let next: 'any' | 'invoke' | 'end' = 'any';
  for (;;) {
    if (next === 'end') return 'closed';
    yield* input.space();
    const marked: boolean = next !== 'invoke' && (yield* takesMark(body));
    if (next === 'invoke' || (yield* input.sees(invoke))) {
      const hasMark = marked || (bare && !any);
      const taken = next === 'invoke' ? `${m3Space}${invoke}` : hasMark ? m3Space : '';
      if (taken === '') repairs.push(`${m3Space} was missing before ${invoke}`);
      parts.begin();
      if (next !== 'invoke') input.at += invoke.length;
      any = true;
      const read = yield* readM3Call(body);
      if (!read.ok) {
        calls.rejectCall({ name: read.name, why: read.why, hint: howTo });
        if (read.cut) {
          yield* parts.lose(taken);
          return 'closed';
        }
        parts.keep(taken);
        next = 'any';
        continue;
      }
      if (calls.make(read.call, [...repairs.splice(0), ...read.repairs]) === 'lost') return 'lost';
      next = read.next;
      continue;
    }
    if (yield* input.takes(close)) return any ? 'closed' : refuse(body);
    if ((yield* input.peek()) === '' || input.takesCut([close])) return any ? endOpen(body) : refuse(body);
    if (!any) {
      calls.rejectCall({ why: 'something other than a call follows', hint: howTo });
      return 'lost';
    }
    const { text, stop } = yield* input.until(between);
    body.say(text);
    if (stop === undefined) return endOpen(body);
  }
}

function endOpen({ calls }: Body): BodyEnd {
  calls.repair(`${m3Space}${close} was missing at the end of the message.`);
  return 'closed';
}

function* takesMark({ input }: Body): Reading<boolean> {
  yield* input.space();
  let marked = false;
  while (yield* input.takes(m3Space)) {
    marked = true;
    yield* input.space();
  }
  return marked;
}

function refuse({ calls }: Body): BodyEnd {
  return calls.rejectCall({ why: 'there is no call in it', hint: howTo });
}

/** Tags behind `]<]minimax[>[`, with elements in elements for arguments, as MiniMax-M3 writes them. */
export const minimaxM3 = defineDialect({
  name: 'minimax_m3',
  title: `Elements behind ${m3Space}`,
  entries: ['B7'],
  aliases: ['minimax-m3'],
  models: ['MiniMax-M3'],
  sample:
    `${m3Space}${open}\n${m3Space}<invoke name="ship">${m3Space}<to>` +
    `${m3Space}<city>Bern${m3Space}</city>${m3Space}</to>${m3Space}</invoke>\n${m3Space}${close}`,
  grammar: {
    openers: [
      { text: m3Space, starts: startsWith(open, `${invoke} `), read: readSection },
      { text: open, starts: startsWith(m3Space), read: readSection },
    ],
    thoughts: [{ open: '<mm:think>', close: '</mm:think>', at: 'line' }],
    dropped: ['[e~['],
    strays: [`${m3Space}${close}`, `${m3Space}</invoke>`],
  },
  writeCalls: eachCall(
    ({ name, arguments: args }) =>
      `${m3Space}${invoke} name="${escapeAttribute(name)}">${writeMembers(args)}${m3Space}</invoke>\n`,
    { open: `${m3Space}${open}\n`, close: `${m3Space}${close}` },
  ),
  renderResults: taggedResults(),
});

const writeMembers = (json: string): string =>
  membersOf(json)
    .map(({ key, json: inner, text, value }) =>
      writeElement(key, inner, typeof value === 'object' && value !== null ? undefined : text),
    )
    .join('');

/** Objects and lists are elements in an element. */
function writeElement(key: string, json: string, text: string | undefined): string {
  const inner = text ?? (json.startsWith('[') ? rawElements(json).map(writeItem).join('') : writeMembers(json));
  return `${m3Space}<${key}>${inner}${m3Space}</${key}>`;
}

function writeItem(json: string): string {
  const [one] = membersOf(`{"item":${json}}`);
  const { text = json, value } = one ?? {};
  return writeElement('item', json, typeof value === 'object' && value !== null ? undefined : text);
}

import { type DialectCall, maxCallLength } from '../../dialect.js';
import type { Body } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { ArgumentObject } from '../../value/argument-object.js';
import { attribute, createHead } from './attributes.js';
import { groupByName, memberValue, type ValueElement } from './element-value.js';

/** What stands before every tag of the format. */
export const m3Space = ']<]minimax[>[';

const spaceStops = new Stops([m3Space]);
const tagEnd = new Stops(['>']);
const readHead = createHead('>');
const maxDepth = 64;

export type M3Read =
  | {
      readonly ok: true;
      readonly call: DialectCall;
      readonly repairs: readonly string[];
      readonly next: 'any' | 'invoke' | 'end';
    }
  | { readonly ok: false; readonly name?: string | undefined; readonly why: string; readonly cut: boolean };

interface OpenElement extends ValueElement {
  text: string;
  readonly children: ValueElement[];
}

/** Reads one call, from behind `<invoke`: elements in elements, each behind the mark of the format. */
export function* readM3Call({ input, tools }: Body): Reading<M3Read> {
  const head = yield* readHead(input);
  const name = head === undefined ? undefined : attribute(head, 'name');
  if (name === undefined || name.trim() === '') return { ok: false, why: 'its tag names no tool', cut: true };
  const call = element('');
  const stack: OpenElement[] = [call];
  const repairs = new Set<string>();
  const top = (): OpenElement => stack.at(-1) ?? call;
  const finish = (next: 'any' | 'invoke' | 'end'): M3Read => {
    if (stack.length > 1) repairs.add('an argument was not closed');
    if (call.text.trim() !== '') repairs.add('what stood beside its arguments was left out');
    const args = new ArgumentObject(tools.schemaOf(name), 'text');
    for (const [key, elements] of groupByName(call.children)) {
      args.set(key, memberValue(elements, args.typing(key)));
    }
    const refused = args.problem ?? forbidden(call.children);
    if (refused !== undefined) return { ok: false, name, why: refused, cut: false };
    return { ok: true, call: { name, arguments: args.json }, repairs: [...repairs, ...args.repairs], next };
  };
  for (;;) {
    const { text, stop } = yield* input.until(spaceStops, maxCallLength);
    top().text += text;
    if (stop === undefined) return { ok: false, name, why: 'the message ended in the middle of it', cut: true };
    input.at += stop.length;
    const blank = yield* input.space();
    const isClose = yield* input.takes('</');
    if (!isClose && !(yield* input.takes('<'))) {
      if ((yield* input.peek()) === '')
        return { ok: false, name, why: 'the message ended in the middle of it', cut: true };
      top().text += stop + blank;
      continue;
    }
    if (!isClose && stack.length === 1 && (yield* input.sees('invoke '))) {
      input.at += 'invoke'.length;
      repairs.add('</invoke> was missing');
      return finish('invoke');
    }
    const tag = yield* input.until(tagEnd, 256);
    if (tag.stop === undefined) return { ok: false, name, why: 'one of its tags does not end', cut: true };
    input.at += 1;
    const key = tag.text.trim();
    if (isClose) {
      if (key === top().name && stack.length > 1) {
        stack.pop();
        continue;
      }
      if (closesBare(top(), repairs)) stack.pop();
      if (key === 'invoke') return finish('any');
      if (key === 'tool_call' && stack.length === 1) {
        repairs.add('</invoke> was missing');
        return finish('end');
      }
      const depth = stack.findLastIndex((one, at) => at > 0 && one.name === key);
      if (depth === -1) return { ok: false, name, why: `</${key}> closes nothing in it`, cut: true };
      if (depth < stack.length - 1) repairs.add('an argument was not closed');
      stack.length = depth;
    } else {
      if (closesBare(top(), repairs)) stack.pop();
      if (stack.length >= maxDepth) return { ok: false, name, why: 'its arguments are nested too deeply', cut: true };
      const child = element(key);
      top().children.push(child);
      stack.push(child);
    }
  }
}

/** An element that was closed without the mark of the format before its tag. */
function closesBare(open: OpenElement, repairs: Set<string>): boolean {
  const close = `</${open.name}>`;
  if (open.name === '' || !open.text.trimEnd().endsWith(close)) return false;
  open.text = open.text.trimEnd().slice(0, -close.length);
  repairs.add(`${m3Space} was missing before ${close}`);
  return true;
}

function forbidden(elements: readonly ValueElement[]): string | undefined {
  for (const { name, children } of elements) {
    if (name === '__proto__' || (name === 'constructor' && children.length > 0))
      return `the key ${JSON.stringify(name)} is not accepted`;
    const inner = forbidden(children);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const element = (name: string): OpenElement => ({ name, text: '', children: [] });

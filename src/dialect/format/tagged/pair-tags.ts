import { Stops } from '../../read/input.js';
import { turnEnds } from '../marks.js';

/** The tags around keys and values, and what can stand where. */
export interface PairTags {
  readonly callOpen: string;
  readonly callClose: string;
  readonly sectionClose: string;
  readonly keyOpen: string;
  readonly keyClose: string;
  readonly valueOpen: string;
  readonly valueClose: string;
  readonly all: readonly string[];
  readonly stops: Stops;
  readonly callEnd: Stops;
  readonly behindValue: readonly string[];
  readonly behindCall: readonly string[];
  /** A call within a value. */
  readonly innerCall: RegExp;
  /** A key that is followed by its value. */
  readonly wholeKey: RegExp;
  /** The close of a value and a key without its first tag. */
  readonly bareKey: RegExp;
}

/** `suffix`: what some tokenizers add to the names of all tags, such as `:opensource`. */
export function pairTags(suffix = ''): PairTags {
  const known = made.get(suffix);
  if (known !== undefined) return known;
  const open = (name: string): string => `<${name}${suffix}>`;
  const close = (name: string): string => `</${name}${suffix}>`;
  const named = {
    callOpen: open('tool_call'),
    callClose: close('tool_call'),
    sectionClose: close('tool_calls'),
    keyOpen: open('arg_key'),
    keyClose: close('arg_key'),
    valueOpen: open('arg_value'),
    valueClose: close('arg_value'),
  };
  const all = Object.values(named);
  const { callOpen, callClose, sectionClose, keyOpen, keyClose, valueOpen, valueClose } = named;
  const tags: PairTags = {
    ...named,
    all,
    stops: new Stops(all),
    callEnd: new Stops([callClose, callOpen]),
    behindValue: [keyOpen, valueOpen, callClose, callOpen, sectionClose, ...pairTurnEnds, '\\n'],
    behindCall: [callOpen, sectionClose, ...pairTurnEnds],
    innerCall: new RegExp(`^${callOpen}\\s*[\\w.-]{1,100}\\s*(?:<tool_sep[^>]{0,20}>\\s*)?${keyOpen}`),
    wholeKey: new RegExp(`^${keyOpen}([^<>]{1,100})${keyClose}\\s*${valueOpen}`),
    bareKey: new RegExp(`^${valueClose}\\s*[\\w.-]{1,64}\\s*${keyClose}`),
  };
  if (made.size < 32) made.set(suffix, tags);
  return tags;
}

/** What the models of these formats end their turns with. */
export const pairTurnEnds: readonly string[] = [...turnEnds, '<|observation|>', '<|user|>', '</assistant>'];

const made = new Map<string, PairTags>();

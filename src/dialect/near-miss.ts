import { allDialects } from './all-dialects.js';
import type { ParserOptions } from './dialect.js';
import { readMessage } from './read-message.js';

/** Something in a message that looks like a call and is read as none. */
export interface NearMiss {
  /** Why it is none, and what would make it one. */
  readonly says: string;
  readonly at: number;
}

/** What in a message without calls was perhaps meant as one; undefined when nothing was. */
export function findNearMiss(message: string, options: ParserOptions): NearMiss | undefined {
  return misspelled(message, options) ?? markerIn(message) ?? nameIn(message, options);
}

/** Changes that make a call of it tell what was wrong. */
const spellings: readonly { readonly says: string; change(message: string): string }[] = [
  {
    says: 'it stands in a code block, where examples stand: write it outside of one',
    change: (message) => message.replaceAll(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, '').replaceAll('`', ''),
  },
  {
    says: 'it stands behind > as a quotation: write it without',
    change: (message) => message.replaceAll(/^[ \t]*> ?/gm, ''),
  },
  {
    says: 'its brackets are escaped: write < and > as they are',
    change: (message) => message.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('\\<', '<'),
  },
  { says: 'its tags are in capitals: write them small', change: (message) => message.replaceAll(/<\/?\w+>/g, lower) },
  {
    says: 'its tags hold spaces: write them without',
    change: (message) => message.replaceAll(/<\s*(\/?)\s*(\w+)\s*>/g, '<$1$2>'),
  },
  {
    says: 'its quotes are curly ones: write " instead',
    change: (message) => message.replaceAll(/[“”„]/g, '"').replaceAll(/[‘’]/g, "'"),
  },
];

const lower = (tag: string): string => tag.toLowerCase();

function misspelled(message: string, options: ParserOptions): NearMiss | undefined {
  for (const { says, change } of spellings) {
    const changed = change(message);
    if (changed === message) continue;
    const { calls, dialect } = readMessage(changed, options);
    const [call] = calls;
    if (call === undefined) continue;
    const at = Math.max(0, message.indexOf(call.name));
    return { says: `There is a call of ${call.name} (${dialect}), but ${says}.`, at };
  }
  return undefined;
}

/** A marker that opens calls in some format, with something else behind it. */
function markerIn(message: string): NearMiss | undefined {
  const small = message.toLowerCase();
  for (const { name, grammar, sample } of allDialects) {
    for (const { text, at: where } of grammar.openers) {
      if (typeof text !== 'string' || text.length < 6 || where === 'start') continue;
      const at = small.indexOf(text.toLowerCase());
      if (at === -1) continue;
      return {
        says: `${text} opens a call in the format ${name}, but what follows it is none. It looks like this:\n${sample}`,
        at,
      };
    }
  }
  return undefined;
}

function nameIn(message: string, { tools = [] }: ParserOptions): NearMiss | undefined {
  const named = tools.map(({ name }) => ({ name, at: message.indexOf(name) })).filter(({ at }) => at !== -1);
  const [first] = named.sort((a, b) => a.at - b.at);
  if (first === undefined) return undefined;
  return { says: `It names the tool ${first.name}, in no format of a call.`, at: first.at };
}

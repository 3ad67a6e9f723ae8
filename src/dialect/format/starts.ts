import type { AheadContext } from '../read/grammar.js';
import { mayName } from '../read/tool-name.js';

type Starts = (ahead: string, context: AheadContext) => boolean | undefined;

/** Whether one of these follows, behind white space; undefined while that cannot be told. */
export function startsWith(...texts: readonly string[]): Starts {
  return (ahead, { ended }) => {
    const rest = ahead.trimStart();
    let open = rest === '';
    for (const text of texts) {
      if (rest.startsWith(text)) return true;
      open ||= text.startsWith(rest);
    }
    return open && !ended ? undefined : false;
  };
}

/** Whether these follow one after the other, white space between them. */
export function startsWithAll(...tokens: readonly string[]): Starts {
  return (ahead, { ended }) => {
    const rest = behindTokens(ahead, tokens);
    return rest === undefined && !ended ? undefined : typeof rest === 'string';
  };
}

/** Whether one of these says so. */
export function startsAs(...ways: readonly Starts[]): Starts {
  return (ahead, context) => {
    let open = false;
    for (const starts of ways) {
      const says = starts(ahead, context);
      if (says === true) return true;
      open ||= says === undefined;
    }
    return open ? undefined : false;
  };
}

/** The same behind any number of these. */
export function startsBehind(text: string, starts: Starts): Starts {
  return (ahead, context) => {
    let rest = ahead.trimStart();
    while (rest.startsWith(text)) rest = rest.slice(text.length).trimStart();
    return !context.ended && rest !== '' && text.startsWith(rest) ? undefined : starts(rest, context);
  };
}

/** Whether JSON follows that may hold calls: an object, a list that holds objects or nothing, a code fence, or a JSON text. */
export function startsCalls(...kinds: readonly CallsKind[]): Starts {
  const forms = kinds.flatMap((kind) => tokensOf[kind]);
  return (ahead, { ended }) => {
    const rests = forms.map((tokens) => behindTokens(ahead, tokens));
    if (rests.some((rest) => typeof rest === 'string')) return true;
    return rests.includes(undefined) && !ended ? undefined : false;
  };
}

/**
 * Whether these follow, and then the name of a tool up to a quote: for calls that have no marker of their own. It is told
 * with the first character that is not of a tool that was offered; where none was, nothing has to come.
 */
export function startsKnownCall(...tokens: readonly string[]): Starts {
  return (ahead, { tools, ended }) => {
    if (tools.names.length === 0) return false;
    const rest = behindTokens(ahead, tokens);
    if (rest === undefined) return ended ? false : undefined;
    if (rest === false) return false;
    const end = rest.indexOf('"');
    if (end !== -1) return tools.has(rest.slice(0, end));
    return !ended && mayName(tools.names, rest) ? undefined : false;
  };
}

type CallsKind = 'object' | 'list' | 'fence' | 'text';

const tokensOf: Readonly<Record<CallsKind, readonly (readonly string[])[]>> = {
  object: [['{']],
  list: [
    ['[', '{'],
    ['[', ']'],
    ['[', '"'],
  ],
  fence: [['```']],
  text: [['"', '{']],
};

/** What stands behind these; false when they do not stand there, undefined while that cannot be told. */
function behindTokens(ahead: string, tokens: readonly string[]): string | false | undefined {
  let rest = ahead;
  for (const token of tokens) {
    rest = rest.trimStart();
    if (!rest.startsWith(token)) return token.startsWith(rest) ? undefined : false;
    rest = rest.slice(token.length);
  }
  return rest;
}

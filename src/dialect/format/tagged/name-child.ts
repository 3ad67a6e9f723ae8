import type { Starts } from '../../read/grammar.js';

/**
 * Whether `<name>NAME</name>` follows, and behind it `<parameter=…>` children or not: they are those of a function.
 * Undefined while that cannot be told.
 */
export function startsNameChild(parameters: boolean): Starts {
  return (ahead, { ended }) => {
    const rest = ahead.trimStart();
    if (!rest.startsWith(open)) return !ended && open.startsWith(rest) ? undefined : false;
    const close = rest.indexOf('<', open.length);
    const behind = close === -1 ? '' : rest.slice(close);
    if (close === -1 || '</name>'.startsWith(behind)) return ended || rest.length > 200 ? !parameters : undefined;
    if (!behind.startsWith('</name>')) return !parameters;
    const after = behind.slice('</name>'.length).trimStart();
    if (tags.some((tag) => after.startsWith(tag))) return parameters;
    return !ended && tags.some((tag) => tag.startsWith(after)) ? undefined : !parameters;
  };
}

const open = '<name>';
const tags = ['<parameter=', '<parameter '];

import type { Starts } from '../../read/grammar.js';

/**
 * Whether a name and pairs of keys and values follow: prose, JSON, YAML and other tags do not count. `inline`: the name
 * has to be followed by a tag at once.
 */
export function startsPairs({ inline }: { readonly inline: boolean }): Starts {
  return (ahead, { tools, ended }) => {
    const rest = ahead.replace(gaps, '');
    const name = nameAtStart.exec(rest)?.[0] ?? '';
    const behind = rest.slice(name.length);
    if (name === '') return isOpen(rest) && !ended ? undefined : false;
    const after = behind.replace(gaps, '');
    if (isOpen(after)) {
      if (!ended) return inline && behind !== '' && behind !== after ? false : undefined;
      return tools.has(name) && !inline;
    }
    if (name.endsWith(':') || (inline && behind !== after)) return false;
    if (argumentTags.some((tag) => after.startsWith(tag))) return true;
    if (after.startsWith('</tool_call>')) {
      // A word between the tags may be prose: no model puts spaces around the name of a call.
      const bare = !/ /.test(ahead.slice(0, ahead.length - after.length));
      return tools.has(name) || (!tools.told && bare);
    }
    if (after.startsWith('<tool_call>')) return tools.has(name);
    if ([...argumentTags, '</tool_call>', '<tool_call>'].some((tag) => tag.startsWith(after))) {
      return ended ? tools.has(name) : undefined;
    }
    if (behind === after) return false;
    if (after.startsWith('{')) return tools.has(name);
    return startsBareKey(after, ended);
  };
}

/** A key whose first tag is missing. */
function startsBareKey(text: string, ended: boolean): boolean | undefined {
  const key = /^[\w.-]{1,64}/.exec(text)?.[0] ?? '';
  if (key === '') return false;
  const after = text.slice(key.length).trimStart();
  const tags = ['</arg_key>', '<arg_value>'];
  if (tags.some((tag) => after.startsWith(tag))) return true;
  return !ended && tags.some((tag) => tag.startsWith(after)) ? undefined : false;
}

const isOpen = (rest: string): boolean => rest === '' || rest === '\\';
const gaps = /^(?:\s|\\n)+/;
const nameAtStart = /^[-./0-9:A-Z_a-z\u0080-\uffff]+/;
const argumentTags = ['<arg_key>', '<arg_value>'];

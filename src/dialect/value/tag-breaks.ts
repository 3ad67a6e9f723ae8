/**
 * Raw text without the line breaks that belong to its tags: one at each end, where both ends have one. All other white
 * space is part of the value: the old text of an edit has to fit its file to the last line break.
 */
export function withoutTagBreaks(text: string): string {
  const lead = leadingBreak(text);
  if (lead === '') return text;
  const rest = text.slice(lead.length);
  if (lead === '\r\n' && rest.endsWith('\r\n')) return rest.slice(0, -2);
  return rest.endsWith('\n') ? rest.slice(0, -1) : text;
}

/** The same for formats that always put a line break behind the opening tag: there it is dropped also when it is alone. */
export function withoutLeadingBreak(text: string): string {
  const bare = withoutTagBreaks(text);
  return bare === text ? text.slice(leadingBreak(text).length) : bare;
}

const leadingBreak = (text: string): string => (text.startsWith('\n') ? '\n' : text.startsWith('\r\n') ? '\r\n' : '');

/** Whether a text ends with a line break and spaces. */
export function endsLine(text: string): boolean {
  let at = text.length - 1;
  while (at >= 0 && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at -= 1;
  return text.charCodeAt(at) === 0x0a;
}

/** A value whose close is missing, without the line break and the spaces before the tag that follows it. */
export function withoutLayout(text: string): string {
  if (!endsLine(text)) return text;
  const end = text.lastIndexOf('\n');
  return text.slice(0, text.charAt(end - 1) === '\r' ? end - 1 : end);
}

/**
 * A text, and what becomes of it where quotes are taken away, strings are put together or percent signs are read: a value in
 * an argument may be split in these ways and is whole when it arrives.
 */
export function unquoted(text: string): readonly string[] {
  const joined = text.replace(/(["'`])\s*[+.]\s*\1/g, '');
  const bare = text.replace(/\\\r?\n/g, '').replace(/\$?["'`]/g, '');
  const read = percentDecoded(text);
  // A backslash may begin an escape, or only mean the character behind it.
  return [
    ...new Set([
      text,
      joined,
      bare,
      bare.replace(/\\(?=[^nrtbfux0-7])/g, ''),
      bare.replaceAll('\\', ''),
      read,
      percentDecoded(read),
    ]),
  ];
}

/** With what percent signs stand for. */
export function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
}

/** Of headers, by turns name and value, those that are not for the proxy alone (RFC 9110 §7.6.1), without framing. */
export function endToEndHeaders(raw: readonly string[]): readonly string[] {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: raw[at + 1] ?? '' }] : []));
  const named = pairs
    .filter(({ name }) => /^(?:proxy-)?connection$/i.test(name))
    .flatMap(({ value }) => value.split(',').map((one) => one.trim().toLowerCase()));
  const left = new Set([...ofTheConnection, ...named]);
  return pairs
    .filter(({ name }) => !left.has(name.toLowerCase()) && !/^proxy-/i.test(name))
    .flatMap(({ name, value }) => [name, value]);
}

/** The host and the length of the body are written anew, from what was checked. */
const ofTheConnection = [
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

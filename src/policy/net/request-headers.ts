import { defined } from '../../base/defined.js';
import { wordSet } from '../../base/words.js';
/** The headers of a request as they were given, judged. `problem`: they cannot be sent. */
export interface HeadersClass {
  readonly problem?: string;
  /** The names of those that say who asks, or change what is done. */
  readonly weighty: readonly string[];
}

export function classifyHeaders(headers: Readonly<Record<string, string>>): HeadersClass {
  const entries = Object.entries(headers);
  const problem = headersProblem(entries);
  const weighty = entries.map(([name]) => name.toLowerCase()).filter((name) => !plainHeaders.has(name));
  return { ...defined({ problem }), weighty };
}

/** What may follow a redirect to another server: nothing that says who asks. */
export function plainHeadersOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => plainHeaders.has(name.toLowerCase())));
}

function headersProblem(entries: readonly (readonly [string, string])[]): string | undefined {
  if (entries.length > maxHeaders) return `There are ${entries.length} headers: give ${maxHeaders} at most.`;
  const seen = new Set<string>();
  let size = 0;
  for (const [given, value] of entries) {
    const name = given.toLowerCase();
    size += name.length + value.length;
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name)) return 'The name of a header holds characters that it cannot.';
    if (!/^[\t\x20-\x7e]*$/.test(value))
      return `The header ${name} holds line breaks or other characters that cannot be sent: leave them out.`;
    if (seen.has(name)) return `The header ${name} is given twice: give it once.`;
    if (ownHeaders.has(name) || /^(?:proxy|sec)-/.test(name))
      return `The header ${name} is set by the connection itself: leave it out.`;
    if (metadataHeaders.test(name)) return `The header ${name} is for the metadata service of a cloud: leave it out.`;
    seen.add(name);
  }
  return size > maxBytes ? `The headers are ${size} characters long: ${maxBytes} are the most.` : undefined;
}

const maxHeaders = 32;
const maxBytes = 8192;

const plainHeaders = wordSet(`
  accept accept-language cache-control if-match if-modified-since if-none-match if-unmodified-since
  pragma range user-agent
`);

/** What frames the message or names the server: of two words on it, servers and proxies believe different ones. */
const ownHeaders = wordSet(
  'accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade via',
);

const metadataHeaders = /^(?:metadata|metadata-flavor|metadata-token|x-google-metadata-request|x-aws-ec2-metadata-.*)$/;

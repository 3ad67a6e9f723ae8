import { plural } from '../../base/text.js';
import { classifyUrl, isNever, type UrlClass } from '../../policy/net/host.js';
import { classifyHeaders } from '../../policy/net/request-headers.js';
import type { Fact } from '../../tool/fact.js';
import { fail } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import { secretFacts } from './secret-facts.js';

export interface WebRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a request would do. Names are not looked up here: the connection itself checks where they lead. */
export function planRequest(args: WebRequest): PlanResult<undefined> {
  const { method = 'GET', headers = {}, body } = args;
  const sends = method !== 'GET' && method !== 'HEAD';
  const address = classifyUrl(args.url);
  if (address.url === undefined) return fail('validation_failed', `${address.note}.`);
  if (body !== undefined && !sends)
    return fail('validation_failed', `${method} sends no body: leave it out, or use POST.`);
  const { problem, weighty } = classifyHeaders(headers);
  if (problem !== undefined) return fail('validation_failed', problem);
  const doubts = [
    ...(sends ? [sendsNote(method, address.target, body)] : []),
    ...(weighty.length > 0
      ? [`it sends the ${weighty.length === 1 ? 'header' : 'headers'} ${weighty.join(', ')}`]
      : []),
    ...urlDoubts(address.url),
  ];
  return {
    facts: [netFact(address, doubts), ...secretFacts([args.url, ...headerLines(headers), body ?? ''])],
    preview: { kind: 'text', text: renderRequest(method, address.url, headers, body) },
    undo: { possible: false, why: 'what was sent cannot be taken back' },
  };
}

function netFact({ kind, target, note, doubtful }: UrlClass, doubts: readonly string[]): Fact {
  const forbidden = isNever(kind);
  const notes = [...(note === undefined ? [] : [note]), ...doubts];
  return {
    kind: 'net',
    target,
    where: 'nowhere',
    known: !forbidden && doubtful !== true && doubts.length === 0,
    ...(notes.length > 0 && { note: notes.join('; ') }),
    ...(forbidden && { forbidden }),
  };
}

function sendsNote(method: string, target: string, body: string | undefined): string {
  const what = body === undefined ? '' : ` with ${plural(body.length, 'character')}`;
  return `sends data to ${target} (${method}${what})`;
}

/** What a URL may carry out without looking like it. */
function urlDoubts(url: URL): readonly string[] {
  const long = url.search.length > maxPlainQuery || url.pathname.split('/').some((part) => part.length > maxPlainQuery);
  const password = [...url.searchParams.keys()].find((name) => passwordNames.test(name));
  return [
    ...(long ? [`the URL carries ${url.href.length} characters, which may be data`] : []),
    ...(password === undefined ? [] : [`the URL carries a value named ${password}`]),
  ];
}

const maxPlainQuery = 1024;
const passwordNames =
  /^(?:(?:access|auth|api|refresh|id|session)[-_]?)?(?:token|key|secret|passw(?:or)?d|pwd|credentials?)$/i;

function renderRequest(
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): string {
  const head = [`${method} ${url.href}`, ...headerLines(headers)].join('\n');
  return body === undefined ? head : `${head}\n\n${body}`;
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

import { parseUrl } from '../../base/parse-url.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { classifyUrl, isNever, type UrlClass } from './host.js';

export type MayGo = (url: URL) => 'allow' | 'ask' | 'deny' | Promise<'allow' | 'ask' | 'deny'>;

/** Where a `location` leads, judged as it is written. */
export function redirectUrl(location: string, from: URL): UrlClass {
  // Node reads headers as Latin-1; servers that write other letters write UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8').trim();
  if (/^[/\\]{2}/.test(text)) return classifyUrl(`${from.protocol}${text}`);
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return classifyUrl(text);
  const url = parseUrl(text, from.href);
  return classifyUrl(url === undefined ? text : withoutUser(url).href);
}

/** A relative address inherits the user and the password; those go by header, to the same server only. */
export function withoutUser(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

export interface Redirect {
  readonly from: UrlClass;
  readonly to: UrlClass;
  readonly mayGo: MayGo | undefined;
}

/** Why a redirect is not followed; undefined when it is. Whether its host may be connected to at all is judged later. */
export async function decideRedirect({ from, to, mayGo }: Redirect): Promise<ToolFailure | undefined> {
  const { url } = to;
  const refuse = (why: string): ToolFailure =>
    fail('permission_denied', `${from.target} redirects to ${shown(to)}: ${why}.`);
  if (url === undefined) return refuse(`${to.note}, so it was not followed`);
  if (isNever(to.kind)) return refuse(`${to.note}; this is never connected to`);
  if (from.url?.protocol === 'https:' && url.protocol === 'http:')
    return refuse('it would go on unencrypted, so it was not followed');
  if (url.username !== '' || url.password !== '') return refuse('it carries a user name, so it was not followed');
  if (to.kind !== 'public' && from.kind === 'public')
    return refuse(`${to.note ?? 'it is private'}, where no page may lead; it was not followed`);
  const same = from.target === to.target && to.doubtful !== true;
  const verdict = mayGo === undefined ? (same ? 'allow' : 'ask') : await mayGo(url);
  if (verdict === 'allow') return undefined;
  return verdict === 'ask'
    ? refuse('that address was not asked about. If it is what you want, fetch it by itself')
    : refuse('policy does not allow that address. Do not try it in another way');
}

/** In full, so that it can be fetched by itself, but for a user and a password. */
function shown({ url }: UrlClass): string {
  return url === undefined ? 'something that is no address' : withoutUser(url).href.slice(0, maxShown);
}

const maxShown = 2000;

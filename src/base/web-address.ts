import { parseUrl } from './parse-url.js';
/** Whether a text is the address of a server that can be asked. */
export function isWebAddress(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}

/** An address without what may be a secret: user, password and what stands behind `?`. */
export function bareAddress(url: URL): string {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.search = '';
  return bare.href;
}

/** An address as people may see it: what may be a secret, a password or the values behind `?`, is left out. */
export function shownAddress(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return text.replace(/\/\/[^/]*@/, '//***@').replace(/\?.*$/s, '?***');
  if (url.username === '' && url.password === '' && url.search === '') return text;
  return `${bareAddress(url)}${url.search === '' ? '' : '?***'}`;
}

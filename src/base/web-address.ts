/** Whether a text is the address of a server that can be asked. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** An address as people may see it: what may be a secret, a password or the values behind `?`, is left out. */
export function shownAddress(text: string): string {
  if (!URL.canParse(text)) return text.replace(/\/\/[^/]*@/, '//***@').replace(/\?.*$/s, '?***');
  const url = new URL(text);
  if (url.username === '' && url.password === '' && url.search === '') return text;
  url.username = '';
  url.password = '';
  const { search } = url;
  url.search = '';
  return `${url.href}${search === '' ? '' : '?***'}`;
}

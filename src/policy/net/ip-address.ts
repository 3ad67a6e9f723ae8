/**
 * The 4 or 16 bytes of an address in its usual notation, without brackets; undefined when it is none. Written by hand:
 * policy is there from the start, and `node:net` need not be.
 */
export function parseIp(text: string): readonly number[] | undefined {
  return v4Form.test(text) ? parseV4(text) : parseV6(text);
}

/** Four bytes as people write them. */
export function renderV4(bytes: readonly number[]): string {
  return bytes.join('.');
}

const v4Form = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const maxV6 = 100;

function parseV4(text: string): readonly number[] {
  return text.split('.').map(Number);
}

function parseV6(text: string): readonly number[] | undefined {
  if (text.length > maxV6 || !text.includes(':')) return undefined;
  const [, address = '', zone] = /^([^%]*)(?:%(.*))?$/s.exec(text) ?? [];
  if (zone !== undefined && !/^[0-9A-Za-z.:-]+$/.test(zone)) return undefined;
  const [head = '', tail, more] = address.split('::', 3);
  const front = parseGroups(head, { last: tail === undefined });
  const back = parseGroups(tail ?? '', { last: true });
  if (front === undefined || back === undefined || more !== undefined) return undefined;
  const missing = 16 - front.length - back.length;
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined;
  return [...front, ...Array<number>(missing).fill(0), ...back];
}

function parseGroups(text: string, { last }: { readonly last: boolean }): readonly number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const parts = text.split(':');
  for (const [at, part] of parts.entries()) {
    if (last && at === parts.length - 1 && v4Form.test(part)) bytes.push(...parseV4(part));
    else if (/^[0-9a-f]{1,4}$/i.test(part))
      bytes.push(Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 0xff);
    else return undefined;
  }
  return bytes;
}

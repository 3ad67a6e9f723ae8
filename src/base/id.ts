import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
let pool = randomBytes(4096);
let used = 0;

/** A new id such as `ses_01j9…`: sorts by the millisecond it was made in, then 80 random bits. */
export function createId(prefix: string, now: number = Date.now()): string {
  let time = '';
  for (let rest = now, digit = 0; digit < 10; digit += 1) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}${randomText(16)}`;
}

/** Random text of 5 bits a character, safe in file names and URLs. */
export function randomText(length: number): string {
  if (used + length > pool.length) {
    pool = randomBytes(4096);
    used = 0;
  }
  let text = '';
  for (let end = used + length; used < end; used += 1) text += alphabet.charAt((pool[used] ?? 0) & 31);
  return text;
}

/** Random hexadecimal digits. */
export const randomHex = (length: number): string =>
  randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length);

import { createHash, hash as oneShot } from 'node:crypto';

/** sha256 as hex. `crypto.hash` (Node 20.12) costs half of a hash object for short text. */
export function sha256(data: string | Uint8Array): string {
  return typeof oneShot === 'function'
    ? oneShot('sha256', data, 'hex')
    : createHash('sha256').update(data).digest('hex');
}

/** A sha256 of data that comes in pieces. */
export const startSha256 = (): ReturnType<typeof createHash> => createHash('sha256');

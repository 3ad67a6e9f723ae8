import { wordSet } from '../../base/words.js';
/** What a path below `/dev` stands for; undefined elsewhere. Names are folded. */
export type Device =
  /** A disk or the memory itself. */
  | 'raw'
  /** Shared memory: files like others. */
  | 'file'
  /** The streams of a command, and where output vanishes. */
  | 'stream'
  | 'other';

export function deviceAt(parts: readonly string[]): Device | undefined {
  const name = parts[1];
  if (parts[0] !== 'dev' || name === undefined) return undefined;
  if (name === 'shm' || name === 'mqueue') return 'file';
  if (streams.has(name) || name === 'fd') return 'stream';
  if (rawFolders.has(name) || raw.test(name)) return 'raw';
  return 'other';
}

/** True where a command may read from or write to a device with nobody being asked: it comes from nowhere and stays nowhere. */
export function harmlessDevice(path: string, kind: 'read' | 'write'): boolean {
  if (path === '/dev/null' || /^\/(?:dev|proc\/self)\/fd\/(?:[0-2]|63)$/.test(path)) return true;
  if (kind === 'read') return path === '/dev/stdin';
  return path === '/dev/stdout' || path === '/dev/stderr';
}

const streams = wordSet('null tty stdin stdout stderr');
const rawFolders = wordSet('disk mapper block bsg vg md zvol raw');
const raw =
  /^(?:[shv]d[a-z*?[$]|xvd|nvme|mmcblk|r?disk\d|r?disk[*?[$]|dm-|loop|md\d|nbd|z?ram\d|sr\d|sg\d|st\d|mtd|ubi|dasd|pmem|cdrom|mem$|kmem$|port$|nvram$|physicaldrive)/;

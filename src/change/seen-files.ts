import type { SeenFile } from '../tool/port.js';

/** What the model knows of the content of files, by the hashes of what it read and wrote. */
export function createSeenFiles(past: readonly SeenFile[] = []) {
  const hashes = new Map(past.map(({ path, hash }) => [path, hash]));
  const byCall = new Map<string, SeenFile[]>();
  const saw = (callId: string, file: SeenFile): void => {
    hashes.set(file.path, file.hash);
    const list = byCall.get(callId);
    if (list === undefined) byCall.set(callId, [file]);
    else list.push(file);
  };
  return {
    hashOf: (path: string): string | undefined => hashes.get(path),
    saw,
    /** What was known of a path, and of all below it, is known of another now. */
    moved(callId: string, from: string, to: string): void {
      for (const [path, hash] of [...hashes]) {
        if (path !== from && !path.startsWith(`${from}/`)) continue;
        hashes.delete(path);
        saw(callId, { path: `${to}${path.slice(from.length)}`, hash });
      }
    },
    /** What a call has seen; told once. Most calls see no file, and this is asked of every one. */
    take(callId: string): readonly SeenFile[] {
      const list = byCall.size === 0 ? undefined : byCall.get(callId);
      if (list === undefined) return nothing;
      byCall.delete(callId);
      return list;
    },
  };
}

const nothing: readonly SeenFile[] = [];

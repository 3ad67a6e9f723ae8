/** What a line of output says was refused. It counts for nothing before it was checked against the confinement. */
export type Sign = PathSign | HostSign;

export interface PathSign {
  readonly type: 'path';
  readonly error: PathError;
  /** What may be the path, most likely first; of one group all may be meant. */
  readonly names: readonly (readonly string[])[];
  /** The line speaks of making or changing something. */
  readonly changes: boolean;
  /** The name is made up for one use: what counts is the folder. */
  readonly temporary: boolean;
  /** The line itself names the path, and its error is one that only a read-only place brings. */
  readonly strict: boolean;
}

export type PathError = 'read-only' | 'busy' | 'denied' | 'missing';

export interface HostSign {
  readonly type: 'host';
  /** `host` or `host:port`, most likely first. */
  readonly names: readonly string[];
}

/** The text without these characters at its end; in one pass, which a pattern with `$` would not be. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

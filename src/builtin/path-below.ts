import type { Place } from '../tool/port.js';

/** A path below a folder, as the tools take it. */
export function pathBelow(folder: Pick<Place, 'shown'>, relative: string): string {
  const name = relative.replace(/^\.\//, '');
  if (folder.shown === '.') return name;
  return folder.shown.endsWith('/') ? folder.shown + name : `${folder.shown}/${name}`;
}

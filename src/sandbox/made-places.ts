import { closeSync, mkdirSync, openSync, rmdirSync, unlinkSync } from 'node:fs';
import { succeeds } from '../base/attempt.js';
import type { MadePlace, Mount } from './confinement.js';
import { createHolders } from './holders.js';
import { statsOf } from './look.js';

/** The places that were made for processes that still run. */
const needed = createHolders();

/**
 * Makes places that have to be there when a process starts; answers what takes away those it left empty. One that another
 * process was started with, by its `mounts`, stays until that ends too: without it somebody could put something there.
 */
export function makePlaces(places: readonly MadePlace[], mounts: readonly Pick<Mount, 'path'>[] = []): () => void {
  const held: MadePlace[] = [];
  const giveBack = (): void => {
    for (const place of held.splice(0)) if (needed.remove(place.path)) removeEmpty(place);
  };
  const shared = mounts.filter(({ path }) => needed.has(path) && !places.some((place) => place.path === path));
  try {
    for (const place of places) if (make(place) || needed.has(place.path)) hold(held, place);
  } catch (error) {
    giveBack();
    throw error;
  }
  for (const { path } of shared) hold(held, { path, kind: statsOf(path)?.isFile() === true ? 'file' : 'folder' });
  return giveBack;
}

function hold(held: MadePlace[], place: MadePlace): void {
  held.push(place);
  needed.add(place.path);
}

/** False when it was there. */
const make = ({ path, kind }: MadePlace): boolean =>
  succeeds(() => (kind === 'folder' ? mkdirSync(path) : closeSync(openSync(path, 'wx'))), ['EEXIST']);

/** Something may be in it, or it is gone. */
function removeEmpty({ path, kind }: MadePlace): void {
  if (kind === 'folder') succeeds(() => rmdirSync(path));
  else if (statsOf(path)?.size === 0) succeeds(() => unlinkSync(path));
}

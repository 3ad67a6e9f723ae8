import type { Version } from '../../tool/version.js';
import type { Conflict } from '../path-write.js';
import type { Item, Temporary } from './batch.js';

/** One change of one path. */
export interface Step {
  readonly item: Item;
  /** Undefined when nothing was to be done. Throws system errors. `alone`: it will not have to be taken back. */
  run(options: { readonly alone: boolean }): Done | { readonly conflict: Conflict } | undefined;
}

export interface Done {
  readonly item: Item;
  /** What it left there, when that is not known beforehand. */
  readonly left?: Version;
  /** What lies aside and goes when all is done. */
  readonly removes?: Temporary;
  /** `left`: others have changed it meanwhile, so it stays as it is. */
  takeBack(): 'left' | undefined;
}

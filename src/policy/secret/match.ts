/**
 * Where a secret lies in bytes. `open`: they ended while it could still go on, only more of them can tell. `refused`: it has
 * the shape of one and does not look like one.
 */
export interface Match {
  readonly kind: 'whole' | 'open' | 'refused';
  readonly from: number;
  readonly to: number;
}

/** Bytes that are searched: up to `end`, and whether more may follow. */
export interface Searched {
  readonly bytes: Uint8Array;
  readonly end: number;
  readonly final: boolean;
}

/** What one request may take, its redirects included. */
export interface NetLimits {
  /** Of the body, as it comes and unpacked. */
  readonly bytes: number;
  readonly headerBytes: number;
  readonly headers: number;
  /** From the first look-up to the last byte. */
  readonly totalMs: number;
  /** How long nothing may come. */
  readonly idleMs: number;
  readonly redirects: number;
}

export const defaultLimits: NetLimits = {
  bytes: 5_000_000,
  headerBytes: 32_768,
  headers: 200,
  totalMs: 30_000,
  idleMs: 10_000,
  redirects: 5,
};

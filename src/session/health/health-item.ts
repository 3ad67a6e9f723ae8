/** How one part of the surroundings stands. */
export interface HealthItem {
  readonly part: string;
  /** `bad`: something does not work; `warn`: it works, but not as well as it could. */
  readonly state: 'ok' | 'warn' | 'bad';
  readonly says: string;
  /** What to do, where `says` does not say it. */
  readonly todo?: string;
}

/** The tags around one or several functions. */
export interface FunctionWrapper {
  readonly open: string;
  readonly close: string;
}

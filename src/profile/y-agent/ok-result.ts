import { isFailure } from '../../tool/outcome.js';

/** What a result becomes; a failure stays what it is. */
export const okResult =
  <Result, Args>(to: (result: Result, args: Args) => object) =>
  (result: never, args: Args): unknown =>
    isFailure(result) ? result : to(result as Result, args);

/** `warnings` where there are some: they are told beside the content. */
export const withWarnings = (warnings: readonly (string | undefined)[]): { readonly warnings?: readonly string[] } => {
  const told = warnings.filter((one) => one !== undefined);
  return told.length === 0 ? {} : { warnings: told };
};

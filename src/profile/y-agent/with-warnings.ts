/** `warnings` where there are some: they are told beside the content. */
export const withWarnings = (warnings: readonly (string | undefined)[]): { readonly warnings?: readonly string[] } => {
  const told = warnings.filter((one) => one !== undefined);
  return told.length === 0 ? {} : { warnings: told };
};

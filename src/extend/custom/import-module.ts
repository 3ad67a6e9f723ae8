/** Loads an ES module by its address. A file of its own, because everything else that is imported is bundled, see `bundle-program.mjs`. */
export const importModule = (address: string): Promise<object> => import(/* @vite-ignore */ address);

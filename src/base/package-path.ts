import { createRequire } from 'node:module';

/** Where the code of an installed package lies, for the sources and for the bundled program alike. */
export const packagePath = (name: string): string => createRequire(import.meta.filename).resolve(name);

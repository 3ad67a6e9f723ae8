import { createRequire } from 'node:module';

/** Where the code of an installed package lies: what runs aside has no other way to it. */
export const packagePath = (name: string): string => createRequire(import.meta.filename).resolve(name);

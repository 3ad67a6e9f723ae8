import { fileURLToPath } from 'node:url';

/** The program as it is packed, which the script that started the bench has built beside it. */
export const builtProgram = (): string => fileURLToPath(new URL('./dist/cli.cjs', import.meta.url));

import { root } from './root.mjs';

const bin = (path) => [process.execPath, `${root}node_modules/${path}`];

/** What can be checked without running the program. Remarks below the level of an error count as failures too. */
export const staticSteps = [
  {
    name: 'format and lint',
    command: [...bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=200'],
    remark: /^Found \d+ (warning|info)/m,
  },
  { name: 'types', command: [...bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--pretty', 'false'] },
  { name: 'unused', command: [...bin('knip/bin/knip.js'), '--no-progress', '--treat-config-hints-as-errors'] },
];

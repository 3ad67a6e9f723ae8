/** They count what functions of the language do, in a way that makes these slower for what comes after in the process. */
const apart = ['test/dialect/bounds.test.ts', 'test/dialect/yaml-bounds.test.ts'];

/** Test files share processes, and with them what they import: most of them take longer to load than to run. */
export const projectsOf = (include: readonly string[]) => [
  { extends: true as const, test: { name: 'shared', isolate: false, include: [...include], exclude: apart } },
  { extends: true as const, test: { name: 'apart', include: apart } },
];

/** The languages that code_search knows, and how their files end. */
export const codeLanguages = {
  typescript: ['ts', 'mts', 'cts', 'tsx'],
  javascript: ['js', 'mjs', 'cjs', 'jsx'],
  python: ['py', 'pyi'],
  go: ['go'],
  rust: ['rs'],
  java: ['java'],
  c: ['c', 'h'],
  cpp: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'h'],
} as const;

export type CodeLanguageName = keyof typeof codeLanguages;

import type { Group } from '../requirements.js';

/** What is promised of the tools that find files, text and names. */
// biome-ignore format: one line a requirement
export const search = {
  'search.glob.forms': { says: 'globs have *, ?, **, classes, braces, a leading and an ending slash' },
  'search.glob.sort': { says: 'glob gives the newest files first, or goes by name' },
  'search.glob.ignore': { says: 'glob leaves out files and folders by a list of globs' },
  'search.glob.switches': { says: 'hidden and ignored files are given when asked for, and the output says so' },
  'search.glob.ignore-files': { says: 'glob honours .gitignore, .ignore and .git/info/exclude at every level, as git reads them' },
  'search.glob.hostile': { says: 'no glob and no ignore file makes glob take long' },
  'search.grep.names': { says: 'grep tells files of any name, with line feeds and white space in it too' },
  'search.grep.literal': { says: 'grep searches for text as it is when told so' },
  'search.grep.switches': { says: 'grep searches hidden and ignored files when asked to, and the output says so' },
  'search.grep.outputs': { says: 'grep gives lines, files or counts' },
  'search.grep.per-file': { says: 'grep bounds the matches of one file' },
  'search.grep.order': { says: 'grep gives the first matches in the order of paths, however the search ran' },
  'search.todos.words': { says: 'find_todo_comments finds whole words and counts each kind' },
  'search.arguments.fuzz': { says: 'random arguments give results or typed errors only' },
  'search.code.languages': { says: 'code_search knows TypeScript, JavaScript, Python, Go, Rust, Java, C and C++' },
  'search.code.kinds': { says: 'each place of a name is a definition or a reference, and which kind of it' },
  'search.code.read': { says: 'in a program of each language every name is told as one who reads it would' },
  'search.code.c': { says: 'C is read with names that C++ keeps for itself, and with parameters declared behind the brackets; headers too' },
  'search.code.not-text': { says: 'what stands in comments and texts is no reference' },
  'search.code.container': { says: 'a definition is told with what it stands in' },
  'search.code.broken': { says: 'a file with syntax errors still gives what can be told' },
  'search.code.bounded': { says: 'code_search is bounded in files, their size, time and results' },
  'search.code.errors': { says: 'what is no name, no known language or not there is a typed error' },
  'search.code.pieces': { says: 'files are parsed in pieces: nothing else waits, and a cancel ends it' },
} as const satisfies Group;

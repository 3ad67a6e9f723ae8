import { eachName } from '../../base/words.js';
import { filesPrograms } from './program/files.js';
import { gitPrograms } from './program/git.js';
import { interpretersPrograms } from './program/interpreters/interpreter.js';
import { networkPrograms } from './program/network.js';
import { packagesPrograms } from './program/packages.js';
import { searchPrograms } from './program/search.js';
import { shellBuiltinsPrograms } from './program/shell-builtins.js';
import { systemPrograms } from './program/system.js';
import { textPrograms } from './program/text.js';
import { wrappersPrograms } from './program/wrappers.js';
import type { Program, ProgramTable } from './program.js';

const tables: readonly ProgramTable[] = [
  shellBuiltinsPrograms,
  textPrograms,
  searchPrograms,
  filesPrograms,
  systemPrograms,
  networkPrograms,
  gitPrograms,
  wrappersPrograms,
  interpretersPrograms,
  packagesPrograms,
];

const byName: ReadonlyMap<string, Program> = new Map(tables.flatMap(eachName));

/** What is known of the program of this name; undefined when nothing is. */
export const findProgram = (name: string): Program | undefined => byName.get(name);

import type { ProgramTable } from '../program.js';
import { interpreter } from './interpreters/interpreter.js';
import { languages } from './interpreters/languages.js';

/** Programs that run code in a language that is not looked into. */
export const interpretersPrograms: ProgramTable = Object.fromEntries(
  languages.flatMap((language) => language.names.split(' ').map((name) => [name, interpreter(name, language)])),
);

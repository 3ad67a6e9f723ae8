import { expect, it } from 'vitest';
import { variables } from '../../src/cli/environment.js';
import { listFiles, readText } from '../architecture/source.js';
import { readPage } from '../docs/markdown.js';
import { verifies } from '../requirements.js';

/** Read like any program reads them: they are the system's. */
const ofTheSystem = ['HOME', 'PATH', 'USERPROFILE', 'ProgramData', 'LC_ALL', 'LC_CTYPE', 'LANG'];

const sources = listFiles('src', /\.ts$/)
  // Policy looks at what commands would see: the program itself goes by none of it.
  .filter((path) => path !== 'src/cli/surroundings.ts' && !path.startsWith('src/policy/'))
  .map(readText)
  .join('\n');

it('tells of every variable the program honours, and of no other', () => {
  verifies('models.face.help', 'models.face.man-page');
  const named = variables.map(([name]) => name);
  const read = [
    ...[...sources.matchAll(/\benv\['(\w+)'\]/g)].map(([, name]) => name),
    ...[...sources.matchAll(/'([A-Z]+_(?:API_KEY|BASE_URL|HOST))'/g)].map(([, name]) => name),
  ];
  const untold = [...new Set(read)].filter((name = '') => ![...named, ...ofTheSystem].includes(name));
  expect(untold).toEqual([]);
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
});

it('tells of them in the docs too', () => {
  const page = readPage('docs/cli.md');
  for (const [name] of variables) expect(page).toContain(`\`${name}\``);
});

import type { ProgramTable } from '../../program.js';
import { named } from '../system/note.js';
import { tool } from './tool.js';

const scripts = 'what it runs is written in package.json and in the packages themselves';
const settings = 'its settings and plugins are programs of the project';
const own = [{ file: 'node_modules' }];
const pinned = { file: 'package.json', holding: '"packageManager"' };

const fetching =
  'install i in ins add ci update up upgrade exec x dlx create init publish audit view info outdated login search install-test it link unpublish dedupe import';

export const javascriptPrograms: ProgramTable = {
  npm: tool({ note: scripts, versions: '--version -v', fetches: fetching, runs: 'exec x' }),
  npx: tool({
    note: 'npx fetches a package, unless the project has it, and runs it',
    versions: '--version -v',
    fetches: '*',
    runs: '*',
  }),
  pnpm: tool({ note: scripts, versions: '--version -v', steering: [pinned], fetches: fetching, runs: 'exec x dlx' }),
  pnpx: tool({ note: 'pnpx fetches a package and runs it', fetches: '*', runs: '*' }),
  yarn: tool({
    note: scripts,
    versions: '--version -v',
    // `yarnPath` names the program that is run under the name of yarn.
    steering: [{ file: '.yarnrc' }, { file: '.yarnrc.yml' }, pinned],
    fetches: `bare ${fetching}`,
    runs: 'exec dlx',
  }),
  bun: tool({ note: scripts, versions: '--version -v', fetches: fetching, runs: 'x' }),
  bunx: tool({ note: 'bunx fetches a package, unless the project has it, and runs it', fetches: '*', runs: '*' }),
  corepack: tool({ note: 'corepack fetches package managers', fetches: '*' }),
  nvm: tool({ note: 'nvm fetches and switches versions of node', fetches: 'install' }),
  ...named('volta fnm n', tool({ note: 'fetches and switches versions of node', fetches: 'install' })),
  deno: tool({
    note: 'what it runs is written in the script, which may be fetched',
    versions: '--version -V',
    fetches: 'run install cache add upgrade',
  }),
  ...named(
    'tsc vue-tsc',
    tool({ note: 'what it compiles and where it writes is set in tsconfig.json', versions: '--version -v' }),
  ),
  ...named('eslint prettier stylelint biome oxlint', tool({ note: settings, versions: '--version -v -V' })),
  ...named('jest vitest mocha ava c8 nyc', tool({ note: 'runs the tests of the project', steering: own })),
  ...named(
    'playwright cypress',
    tool({ note: 'runs the tests of the project in a browser', steering: own, fetches: 'install' }),
  ),
  ...named(
    'webpack vite rollup esbuild parcel next nuxt astro turbo nx lerna rush',
    tool({ note: settings, steering: own }),
  ),
  ...named('grunt gulp', tool({ note: 'what it runs is written in the Gruntfile or gulpfile', steering: own })),
};

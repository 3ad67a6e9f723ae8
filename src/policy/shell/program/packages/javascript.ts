import type { Tool } from './tool.js';

const scripts = 'what it runs is written in package.json and in the packages themselves';
const settings = 'its settings and plugins are programs of the project';
const own = 'node_modules';

const fetching =
  'install i in ins add ci update up upgrade exec x dlx create init publish audit view info outdated login search install-test it link unpublish dedupe import';

export const javascriptTools: Readonly<Record<string, Tool>> = {
  npm: { note: scripts, versions: '--version -v', fetches: fetching, runs: 'exec x' },
  npx: {
    note: 'npx fetches a package, unless the project has it, and runs it',
    versions: '--version -v',
    fetches: '*',
    runs: '*',
  },
  pnpm: { note: scripts, versions: '--version -v', steering: 'package.json', fetches: fetching, runs: 'exec x dlx' },
  pnpx: { note: 'pnpx fetches a package and runs it', fetches: '*', runs: '*' },
  yarn: {
    note: scripts,
    versions: '--version -v',
    // `yarnPath` names the program that is run under the name of yarn.
    steering: '.yarnrc .yarnrc.yml package.json',
    fetches: `bare ${fetching}`,
    runs: 'exec dlx',
  },
  bun: { note: scripts, versions: '--version -v', fetches: fetching, runs: 'x' },
  bunx: { note: 'bunx fetches a package, unless the project has it, and runs it', fetches: '*', runs: '*' },
  corepack: { note: 'corepack fetches package managers', fetches: '*' },
  nvm: { note: 'nvm fetches and switches versions of node', fetches: 'install' },
  'volta fnm n': { note: 'fetches and switches versions of node', fetches: 'install' },
  deno: {
    note: 'what it runs is written in the script, which may be fetched',
    versions: '--version -V',
    fetches: 'run install cache add upgrade',
  },
  'tsc vue-tsc': { note: 'what it compiles and where it writes is set in tsconfig.json', versions: '--version -v' },
  'eslint prettier stylelint biome oxlint': { note: settings, versions: '--version -v -V' },
  'jest vitest mocha ava c8 nyc': { note: 'runs the tests of the project', steering: own },
  'playwright cypress': { note: 'runs the tests of the project in a browser', steering: own, fetches: 'install' },
  'webpack vite rollup esbuild parcel next nuxt astro turbo nx lerna rush': { note: settings, steering: own },
  'grunt gulp': { note: 'what it runs is written in the Gruntfile or gulpfile', steering: own },
};

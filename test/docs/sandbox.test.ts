import { expect, it } from 'vitest';
import { defaultLimits } from '../../src/sandbox/limits/default-limits.js';
import { limitRanges } from '../../src/sandbox/limits/limit-ranges.js';
import { processEnv } from '../../src/sandbox/process-env.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { readPage, tableCodes } from './markdown.js';
import { command, expectPlayed, stable } from './play-page.js';

const name = 'docs/sandbox.md';
const page = readPage(name);

/** The model of the page, round by round. */
const rounds = [
  command('node menu.js'),
  { text: 'Tea costs 3.' },
  command('node menu.js'),
  { text: 'It still costs 3.' },
  command('sh prices.sh'),
  { text: 'I may not get them.' },
  command('node setup.js'),
  { text: 'It is not set up.' },
];

const files = {
  'menu.js': [
    "const { readFileSync } = require('node:fs');",
    "const { homedir } = require('node:os');",
    "console.log(readFileSync(homedir() + '/menu.txt', 'utf8'));\n",
  ].join('\n'),
  'prices.sh': 'curl -sS https://prices.example.com/today\n',
  'setup.js': [
    "const { mkdirSync, writeFileSync } = require('node:fs');",
    "mkdirSync('.vscode');",
    "writeFileSync('.vscode/settings.json', '{}');\n",
  ].join('\n'),
  '../menu.txt': 'tea 3\n',
};

/** Where lines are wrapped depends on how long the path of the temporary home is, and curl has changed its words. */
const steady = (text: string): string =>
  stable(text)
    .replaceAll(/\n {6}/g, ' ')
    .replaceAll(/curl: \(\d+\).*/g, 'what curl says');

it.skipIf(needs('bwrap') ?? needs('tmux') ?? needs('curl'))(
  'prints what the page shows: UPDATE_DOCS=1 writes it anew',
  async () => {
    verifies('standing.docs.output-true', 'sandbox.refused.asked', 'sandbox.sweep.told');
    await expectPlayed(name, { rounds, files }, steady);
  },
  120_000,
);

it('has every limit with its range and its default', () => {
  verifies('standing.docs.output-true');
  const shown = (number: number): string => number.toLocaleString('en');
  for (const [limit, { least, most }] of Object.entries(limitRanges))
    expect(page).toMatch(
      new RegExp(`^\\| \`sandboxLimits\\.${limit}\` \\|.*\\| ${shown(least)} to ${shown(most)} \\|$`, 'm'),
    );
  expect(tableCodes(page).filter((code) => code.startsWith('sandboxLimits.'))).toHaveLength(4);
  const { fileMb, openFiles } = defaultLimits();
  expect(page).toContain(`| the size of one file, in MB | ${fileMb} |`);
  expect(page).toContain(`| open files of each process | ${openFiles} |`);
});

it('names the variables that a command gets', () => {
  verifies('standing.docs.output-true', 'sandbox.env.allowed');
  const [row = ''] = /^\| variables \|.*$/m.exec(page) ?? [];
  const named = [...row.matchAll(/`([A-Z_]+)(…?)`/g)].map(([, word = '', more]) => (more === '' ? word : `${word}ALL`));
  const given = Object.fromEntries([...named, 'API_KEY', 'LD_PRELOAD'].map((variable) => [variable, 'given']));
  const kept = Object.entries(processEnv(given)).flatMap(([variable, value]) => (value === 'given' ? [variable] : []));
  expect(kept.toSorted()).toEqual(named.toSorted());
});

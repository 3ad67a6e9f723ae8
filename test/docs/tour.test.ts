import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { readPage, root } from './markdown.js';
import { playPage, stable } from './play-page.js';

/** The model of the tour, round by round. */
const rounds = [
  { calls: [{ name: 'read_file', arguments: { path: 'greet.js' } }] },
  { text: 'It prints a greeting for the name it is given.' },
  { calls: [{ name: 'edit_file', arguments: { path: 'greet.js', old_text: 'Hello', new_text: 'Good morning' } }] },
  { text: 'I may not change greet.js, so it still says hello.' },
  { calls: [{ name: 'edit_file', arguments: { path: 'greet.js', old_text: 'Hello', new_text: 'Good morning' } }] },
  { text: 'Done: greet.js says good morning now.' },
  { calls: [{ name: 'run_command', arguments: { command: 'node greet.js world' } }] },
  { text: 'It works: it wishes the world a good morning.' },
];

const files = { 'greet.js': 'const [name] = process.argv.slice(2);\nconsole.log(`Hello, ${' + 'name}!`);\n' };

it.skipIf(needs('tmux') ?? needs('bwrap'))(
  'prints what the README shows: UPDATE_TOUR=1 writes it anew',
  async () => {
    verifies('standing.docs.output-true', 'core.ground.readme');
    const readme = readPage('README.md');
    const played = await playPage(readme, { rounds, folder: 'greet', files });
    if (process.env['UPDATE_TOUR'] === '1') writeFileSync(`${root}README.md`, played);
    else expect(stable(played)).toBe(stable(readme));
  },
  120_000,
);

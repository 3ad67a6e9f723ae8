import { calls, edit, read, says } from '../calls.js';
import { changesOnly, fileIs, noFileHas } from '../checks.js';
import { tasksOf } from '../task.js';

const settings = (staging: string): string =>
  `[development]\nhost = localhost\nport = 8080\nworkers = 2\n\n[staging]\nhost = staging.internal\nport = 8080\nworkers = ${staging}\n\n[production]\nhost = www.internal\nport = 8080\nworkers = 2\n`;

const changes = (added: string): string =>
  `# Changes\n\n## Unreleased\n\n### Added\n\n- Search in archived mail.\n${added}\n### Fixed\n\n- The clock no longer jumps.\n\n## 1.2.0\n\n### Added\n\n- Dark colours.\n`;

const makefile = (copy: string): string =>
  `out := build\n\nall: $(out)/app\n\n$(out)/app: main.c\n\tcc -o $@ $<\n\ninstall: all\n\tcp $(out)/app /usr/local/bin\n${copy}\nclean:\n\trm -rf $(out)\n`;

const retries = (most: number): string =>
  `// How often a request is sent.\nexport const MAX_RETRIES = ${most};\n// How many of them at once.\nexport const MAX_PARALLEL = 3;\nexport const DELAY_MS = 300;\n`;

const oldHost = 'http://old.example.com';
const newHost = 'https://new.example.com';
const site = (host: string): Record<string, string> => ({
  'index.html': `<a href="${host}/docs">Docs</a> <a href="${host}/blog">Blog</a>\n`,
  'src/api.js': `export const base = '${host}/api';\n`,
  'src/links.json': `{ "home": "${host}", "status": "http://status.example.com" }\n`,
  'README.md': `Open ${host} in a browser. The old wiki is gone.\n`,
});

/** Changing text that is there. */
export const editTasks = tasksOf('edit', [
  {
    name: 'change-constant',
    prompt: 'Change MAX_RETRIES in src/limits.js from 3 to 5. Change nothing else.',
    files: { 'src/limits.js': retries(3) },
    checks: [fileIs('src/limits.js', retries(5)), changesOnly('src/limits.js')],
    solution: [
      calls(read('src/limits.js')),
      calls(edit('src/limits.js', 'MAX_RETRIES = 3;', 'MAX_RETRIES = 5;')),
      says('MAX_RETRIES is 5 now.'),
    ],
  },
  {
    name: 'one-of-three',
    prompt: 'In settings.ini set workers to 6 for staging only.',
    files: { 'settings.ini': settings('2') },
    checks: [fileIs('settings.ini', settings('6')), changesOnly('settings.ini')],
    solution: [
      calls(read('settings.ini')),
      calls(
        edit(
          'settings.ini',
          'host = staging.internal\nport = 8080\nworkers = 2',
          'host = staging.internal\nport = 8080\nworkers = 6',
        ),
      ),
      says('Staging has 6 workers now.'),
    ],
  },
  {
    name: 'insert-line',
    prompt:
      'Add the line "- Export to CSV." to CHANGES.md: as the last item of the list "Added" of the unreleased version.',
    files: { 'CHANGES.md': changes('') },
    checks: [fileIs('CHANGES.md', changes('- Export to CSV.\n')), changesOnly('CHANGES.md')],
    solution: [
      calls(read('CHANGES.md')),
      calls(edit('CHANGES.md', '- Search in archived mail.\n', '- Search in archived mail.\n- Export to CSV.\n')),
      says('The line is there.'),
    ],
  },
  {
    name: 'keep-tabs',
    prompt:
      'In the Makefile let install also run "cp README /usr/local/share/doc/app", as its last command, in a line of its own.',
    files: { Makefile: makefile('') },
    checks: [fileIs('Makefile', makefile('\tcp README /usr/local/share/doc/app\n')), changesOnly('Makefile')],
    solution: [
      calls(read('Makefile')),
      calls(
        edit(
          'Makefile',
          '\tcp $(out)/app /usr/local/bin\n',
          '\tcp $(out)/app /usr/local/bin\n\tcp README /usr/local/share/doc/app\n',
        ),
      ),
      says('install copies the README, too.'),
    ],
  },
  {
    name: 'replace-everywhere',
    rounds: 16,
    prompt: `Replace the address ${oldHost} by ${newHost} everywhere in this folder.`,
    files: site(oldHost),
    checks: [
      noFileHas(/old\.example\.com/),
      ...Object.entries(site(newHost)).map(([path, text]) => fileIs(path, text)),
      changesOnly(...Object.keys(site(newHost))),
    ],
    solution: [
      calls(['grep', { pattern: oldHost, literal: true }]),
      calls(
        ...Object.keys(site(oldHost)).map(
          (path) => ['edit_file', { path, old_text: oldHost, new_text: newHost, replace_all: true }] as const,
        ),
      ),
      says('The address is replaced in four files.'),
    ],
  },
]);

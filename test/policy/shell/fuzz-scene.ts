import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Folders } from '../cases/read-cases.js';

/** What stands in files, and in a variable, that nothing run unasked may show. */
export const secretText = 'kQ7-unseen-zX3';

export const secretVariable = { FUZZ_API_TOKEN: secretText };

/** Makes what the commands find, anew. */
export function makeFuzzScene({ ws, home, out }: Folders): void {
  for (const folder of [ws, home, out]) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', args, {
      cwd: ws,
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...author },
      stdio: 'ignore',
    });
  writeTree(ws, wsFiles);
  writeFileSync(join(ws, 'x.sh'), `#!/bin/sh\ntouch ${ws}/pwned\n`, { mode: 0o755 });
  for (const name of ['cat', 'ls', 'git', 'sort', 'sh', 'grep']) {
    writeFileSync(join(ws, 'bin', name), `#!/bin/sh\ntouch ${ws}/pwned\n`, { mode: 0o755 });
  }
  git('init', '-q', '-b', 'main', '.');
  git('add', 'a.txt', 'src', '.gitignore');
  git('commit', '-qm', 'first');
  writeFileSync(join(ws, 'src', 'a.ts'), 'let a = 2;\nlet b = 1;\n');
  git('commit', '-qam', 'second');
  git('tag', 'v1');
  git('branch', 'side', 'HEAD~1');
  writeFileSync(join(ws, '.git', 'config'), `${gitConfig}# ${secretText}\n`);
  writeFileSync(join(ws, 'a.txt'), 'b 2\na 1\nc 3\n');
  makeHostileRepository(join(ws, 'evil'), ws);
  writeTree(home, {
    '.ssh/id_rsa': `${secretText}\n`,
    'notes.txt': `${secretText}\n`,
    'sub/more.txt': `${secretText}\n`,
  });
  writeTree(out, { 'secret.txt': `${secretText}\n`, 'sub/a.txt': `${secretText}\n` });
  for (const [name, to] of wsLinks(out, home)) symlinkSync(to, join(ws, name));
}

/** Sets when the secret files and folders were last read to long ago, so that reading one shows; `which` of them. */
export function ageSecrets(folders: Folders, which: 'all' | 'folders' = 'all'): void {
  for (const path of secretPaths(folders)) {
    const stats = statSync(path);
    if (which === 'all' || stats.isDirectory()) utimesSync(path, longAgo, stats.mtime);
  }
}

/** The secret files and folders that were read since. */
export function readSecrets(folders: Folders): readonly string[] {
  return secretPaths(folders).filter((path) => statSync(path).atimeMs !== longAgo.getTime());
}

/** What there is, without reading it; not what git keeps for itself about times. */
export function snapshotOf({ ws, home, out }: Folders): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const look = (path: string): void => {
    const stats = lstatSync(path, { bigint: true });
    if (stats.isDirectory()) {
      found.set(path, `folder ${stats.mode}`);
      for (const name of readdirSync(path)) look(join(path, name));
    } else if (stats.isSymbolicLink()) found.set(path, `link ${readlinkSync(path)}`);
    else if (!path.endsWith('/.git/index'))
      found.set(path, `${stats.ino} ${stats.mode} ${stats.size} ${stats.ctimeNs}`);
  };
  for (const folder of [ws, home, out]) look(folder);
  return found;
}

const longAgo = new Date('2001-01-01T00:00:00Z');
const author = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.test',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.test',
};
const gitConfig =
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n[remote "origin"]\n\turl = https://example.test/a.git\n';

const wsFiles: Readonly<Record<string, string>> = {
  'a.txt': 'b 2\na 1\n',
  'b.txt': 'a 1\nc 4\n',
  'nums.txt': '3\n1\n2\n',
  'data.csv': 'name,age\nana,31\nbo,7\n',
  'package.json': '{"name":"x","env":{"a":[1,2]},"b":null}\n',
  'two words.txt': 'one\n',
  '-n': 'dash\n',
  '--output=new.txt': 'dash\n',
  '-exec': 'dash\n',
  '[a].txt': 'bracket\n',
  'names.txt': 'a.txt\nb.txt\n',
  'reach.txt': '../../c/out/secret.txt\n.env\n',
  'run.sed': 'w new.txt\n',
  'run.awk': 'BEGIN { system("touch pwned") }\n',
  empty: '',
  '.env': `TOKEN=${secretText}\n`,
  '.hidden': 'h\n',
  '.gitignore': 'ignored\n*.log\n',
  'a.log': 'log\n',
  'src/index.ts': 'export {};\n',
  'src/a.ts': 'let a = 1;\n',
  'src/deep/c.ts': 'c\n',
  'docs/readme.md': '# a\n\ntext\n',
  'docs/a.txt': 'b 2\n',
  'conf/.env': `TOKEN=${secretText}\n`,
  'conf/app.yml': 'a: 1\n',
  'pair/one/f.txt': 'one\n',
  'pair/two/f.txt': 'two\n',
  'bin/readme': 'programs\n',
};

const wsLinks = (out: string, home: string): readonly (readonly [string, string])[] => [
  ['in-link', 'a.txt'],
  ['dir-link', 'src'],
  ['env-link', '.env'],
  ['out-link', '../../c/out/secret.txt'],
  ['out-dir', out],
  ['home-link', home],
  ['dangling', 'nowhere'],
  ['loop', 'loop'],
  ['docs/leak', '../../../c/out/secret.txt'],
  ['pair/one/leak', join(out, 'secret.txt')],
  ['pair/two/leak', '../one/f.txt'],
  ['pair/two/folder', out],
];

function writeTree(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** A repository whose config makes readers run a program. */
function makeHostileRepository(folder: string, ws: string): void {
  mkdirSync(folder);
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...author },
      stdio: 'ignore',
    });
  git('init', '-q', '-b', 'main', '.');
  writeTree(folder, { 'f.txt': 'one\n', '.gitattributes': '*.txt diff=own filter=own\n' });
  git('add', '.');
  git('commit', '-qm', 'first');
  writeFileSync(join(folder, 'f.txt'), 'two\n');
  const run = `${ws}/x.sh`;
  for (const name of ['core.fsmonitor', 'core.pager', 'diff.external', 'diff.own.textconv', 'filter.own.clean']) {
    git('config', name, run);
  }
}

function secretPaths({ ws, home, out }: Folders): readonly string[] {
  return [
    join(ws, '..'),
    join(ws, '.env'),
    join(ws, 'conf/.env'),
    join(home, '..'),
    home,
    join(home, 'sub'),
    join(home, '.ssh'),
    join(home, '.ssh/id_rsa'),
    join(home, 'notes.txt'),
    out,
    join(out, '..'),
    join(out, 'sub'),
    join(out, 'secret.txt'),
    join(out, 'sub/a.txt'),
  ];
}

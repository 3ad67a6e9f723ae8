import { describe, expect, it } from 'vitest';
import type { Word } from '../../../../src/policy/shell/word.js';
import { recordDoing } from '../record-doing.js';

const config = '[remote "origin"]\n\turl = https://git.example.com/a.git\n';
const patch = '--- a/src/a.ts\n+++ b/.github/workflows/ci.yml\n@@ -1 +1 @@\n-a\n+b\nrename to c.ts\n';
const texts: Readonly<Record<string, string>> = {
  '/ws/.git/HEAD': 'ref: refs/heads/main\n',
  '/ws/.git/config': config,
  '/ws/a.patch': patch,
};
const folders = ['/ws/.git', '/ws/.git/objects', '/ws/.git/refs', '/ws/src'];

const record = (words: readonly (string | Word)[]): readonly string[] =>
  recordDoing(words, {
    scene: {
      readText: (path) => texts[path],
      list: (path) => (folders.includes(path) ? [] : undefined),
      resolve: (path) => ({
        given: path,
        path,
        shown: path,
        inside: path === '/ws' || path.startsWith('/ws/'),
        kind: texts[path] === undefined ? 'missing' : 'file',
        size: 1,
      }),
    },
  });

/** What is told beyond notes. */
const facts = (command: string): readonly string[] =>
  record(command.split(' ')).filter((line) => !/^unknown /.test(line));

describe('names what a change touches, and always asks', () => {
  it.each([
    ['git push', ['net https://git.example.com/a.git']],
    ['git push origin main', ['net https://git.example.com/a.git']],
    ['git push -u origin main', ['net https://git.example.com/a.git']],
    ['git push --force origin main', ['net https://git.example.com/a.git']],
    ['git push upstream', ['net <where the remote `upstream` leads is written in the config of git>']],
    ['git push https://x.test/a.git HEAD', ['net https://x.test/a.git']],
    ['git push git@x.test:a/b.git HEAD', ['net git@x.test']],
    ['git push x.test:a/b.git', ['net x.test']],
    ['git push ../other HEAD', ['write ../other deep']],
    ['git push /srv/x.git', ['write /srv/x.git deep']],
    ['git push file:///srv/x.git', ['write /srv/x.git deep']],
    ['git push --receive-pack=id origin', ['script id', 'net https://git.example.com/a.git']],
    ['git fetch', ['net https://git.example.com/a.git']],
    ['git fetch --all', ['net https://git.example.com/a.git']],
    ['git fetch ext::id', ['script id']],
    ['git pull --rebase origin main', ['net https://git.example.com/a.git']],
    ['git ls-remote', ['net https://git.example.com/a.git']],
    ['git ls-remote --upload-pack=./x.sh .', ['script ./x.sh', 'read . deep']],
    ['git ls-remote --exec=./x.sh origin', ['script ./x.sh', 'net https://git.example.com/a.git']],
    ['git remote show origin', ['net https://git.example.com/a.git']],
    ['git remote -v show origin', ['net https://git.example.com/a.git']],
    ['git remote update', ['net https://git.example.com/a.git']],
    ['git remote add up https://x.test/a', []],
    ['git remote add up ext::id', ['write .git/config']],
    ['git remote set-url origin ext::id', ['write .git/config']],
    ['git clone https://x.test/a/b.git', ['net https://x.test/a/b.git', 'write b deep']],
    ['git clone --depth 1 https://x.test/b /tmp/c', ['net https://x.test/b', 'write /tmp/c deep']],
    ['git clone -u ./x.sh ../a', ['script ./x.sh', 'read ../a deep', 'write a deep']],
    ['git clone -c core.fsmonitor=id ../a b', ['script id', 'read ../a deep', 'write b deep']],
    ['git clone --template=t git@x.test:a', ['read t deep', 'net git@x.test', 'write a deep']],
    ['git submodule add https://x.test/a', ['net https://x.test/a']],
    ['git submodule foreach ./x.sh', ['script ./x.sh']],
    ['git submodule foreach --recursive git clean', ['run git clean']],
    ['git archive --remote=. --exec=./x.sh main', ['script ./x.sh']],
    ['git bisect run ./x.sh a', ['run ./x.sh a']],
    ['git rebase -x ./x.sh main', ['script ./x.sh']],
    ['git rebase --exec=./x.sh main', ['script ./x.sh']],
    ['git filter-branch --tree-filter ./x.sh HEAD', ['script ./x.sh']],
    ['git difftool -x ./x.sh', ['script ./x.sh']],
    ['git difftool --extcmd=./x.sh', ['script ./x.sh']],
    ['git -c alias.x=!id x', ['script id']],
    ['git -c core.pager=./x.sh log', ['script ./x.sh']],
    ['git -c diff.d.textconv=./x.sh log -p', ['script ./x.sh']],
    ['git rm src/a.ts', ['delete src/a.ts']],
    ['git rm -r src', ['delete src deep']],
    ['git rm --cached src/a.ts', []],
    ['git mv a b', ['move a', 'write b']],
    ['git clean -fd', ['delete . deep']],
    ['git clean -fdx', ['delete . deep']],
    ['git clean -f src', ['delete src deep']],
    ['git -C src clean -f', ['delete /ws/src deep']],
    ['git checkout -- src/a.ts', ['write src/a.ts']],
    ['git checkout HEAD~1 -- src', ['write src deep']],
    ['git checkout .', ['write . deep']],
    ['git restore src/a.ts', ['write src/a.ts']],
    ['git restore --source HEAD~1 src', ['write src deep']],
    ['git restore --staged src/a.ts', []],
    ['git reset --hard', []],
    ['git commit -s -F ../message', ['read ../message']],
    ['git commit -am x', []],
    ['git tag -a v1 -F ../message', ['read ../message']],
    ['git worktree add ../x main', ['write ../x deep']],
    ['git worktree remove ../x', ['delete ../x deep']],
    ['git init /srv/x', ['write /srv/x']],
    ['git bundle create /tmp/x --all', ['write /tmp/x']],
    ['git checkout-index -a --prefix=/tmp/x/', ['write /tmp/x/ deep']],
    ['git apply a.patch', ['read a.patch', 'write src/a.ts', 'write .github/workflows/ci.yml', 'write c.ts']],
    [
      'git am --directory=d a.patch',
      ['read a.patch', 'write d/src/a.ts', 'write d/.github/workflows/ci.yml', 'write d/c.ts'],
    ],
    ['git credential fill', ['secret the passwords git keeps']],
    ['git maintenance start', ['write /home/me/.gitconfig']],
    ['git config user.name x', []],
    ['git config core.fsmonitor ./x.sh', ['write .git/config']],
    ['git config data.csv --file empty', ['write .git/config']],
    ['git config core.hooksPath x', ['write .git/config']],
    ['git config Core.SSHCommand x', ['write .git/config']],
    ['git config --add alias.x !id', ['write .git/config']],
    ['git config set alias.x !id', ['write .git/config']],
    ['git config url.https://x.test/.insteadOf https://y.test/', ['write .git/config']],
    ['git config include.path ../x', ['write .git/config']],
    ['git config --unset core.hooksPath', ['write .git/config']],
    ['git config --global user.name x', ['write /home/me/.gitconfig']],
    ['git config --system core.editor x', ['write /etc/gitconfig']],
    ['git config --worktree core.editor x', ['write .git/config.worktree']],
    ['git config -f x a.b c', ['write x']],
    ['git config --remove-section core', ['write .git/config']],
    ['git config -e', ['write .git/config']],
  ])('%s', (command, expected) => {
    expect(facts(command)).toEqual(expected);
    expect(record(command.split(' ')).some((line) => line.startsWith('unknown '))).toBe(true);
  });
});

describe('says what would be lost', () => {
  it.each([
    ['git reset --hard HEAD~5', 'unknown with --hard what is not committed is lost'],
    ['git push --force', 'unknown what others have pushed may be lost'],
    ['git push origin +main', 'unknown what others have pushed may be lost'],
    ['git push origin :main', 'unknown branches or tags of the remote are deleted'],
    ['git push origin --delete main', 'unknown branches or tags of the remote are deleted'],
    ['git checkout -f main', 'unknown what is not committed is lost'],
    ['git stash drop', 'unknown what was put aside is lost'],
    [
      'git clean -fdx',
      'unknown git clean deletes files that were never committed, also those that are ignored: they cannot be brought back',
    ],
  ])('%s', (command, note) => {
    expect(record(command.split(' '))).toContain(note);
  });
});

describe('words that are only known at run time', () => {
  const later = (guess: string): Word => ({ text: undefined, source: '"$X"', note: 'later', guess });
  it.each<[string, readonly (string | Word)[], readonly string[]]>([
    ['subcommand', ['git', later('')], ['unread which subcommand of git "$X" is, is only known at run time']],
    [
      'option or operand',
      ['git', 'log', later('')],
      ['unknown later', 'unknown git may take "$X" for an option', 'read <later>'],
    ],
    ['operand', ['git', 'log', later('v1')], ['read <later>']],
    [
      'folder',
      ['git', '-C', later('x'), 'status'],
      ['read <later>', 'unknown the folder git runs in, and with it the repository, is only known at run time'],
    ],
    ['setting', ['git', '-c', later('color.ui='), 'status'], ['unknown later']],
    ['value', ['git', 'log', '-n', later('5')], []],
    ['format', ['git', 'for-each-ref', '--format', later('x')], ['unknown later']],
    [
      'several words',
      ['git', 'log', { text: 'a --output=x', source: '$X', splits: true }],
      ['unknown $X may be an option', 'unknown $X may become several words', 'read a --output=x'],
    ],
    [
      'pattern',
      ['git', 'diff', '--', { text: '*.ts', source: '*.ts', matches: ['a.ts', 'b.ts'] }],
      ['read a.ts', 'read b.ts'],
    ],
  ])('%s', (_name, words, expected) => {
    expect(record(words)).toEqual(expected);
  });
});

describe('objects named on the standard input', () => {
  const batch = (text?: string): readonly string[] =>
    recordDoing(['git', 'cat-file', '--batch'], {
      input: { kind: 'piped', ...(text !== undefined && { text }) },
    });
  it('are named where they are known', () => expect(batch('HEAD:.env\n')).toEqual(['read .env', 'read HEAD:.env']));
  it('are asked about where they are not', () =>
    expect(batch()).toEqual(['unknown which objects are shown is only known at run time']));
});

describe('the environment', () => {
  const under = (env: Readonly<Record<string, string>>): readonly string[] =>
    recordDoing(['git', 'status'], { scene: { env } });
  it.each([
    [{ GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0', PAGER: 'less', HOME: '/home/me' }],
    [{ GIT_AUTHOR_NAME: 'x', GIT_OPTIONAL_LOCKS: '0', GIT_TRACE: '1', PAGER: '/usr/bin/less' }],
  ])('%j steers nothing', (env) => {
    expect(under(env)).toEqual([]);
  });
  it.each(
    (
      'GIT_DIR=x GIT_WORK_TREE=x GIT_CONFIG_COUNT=1 GIT_CONFIG_GLOBAL=x GIT_CONFIG_SYSTEM=x GIT_EXTERNAL_DIFF=./x.sh ' +
      'GIT_SSH=x GIT_SSH_COMMAND=x GIT_PAGER=./x.sh GIT_EXEC_PATH=x GIT_ASKPASS=x GIT_EDITOR=./x.sh GIT_TRACE=/tmp/x ' +
      'GIT_TRACE2_EVENT=/tmp/x GIT_ALTERNATE_OBJECT_DIRECTORIES=x GIT_INDEX_FILE=x GIT_CONFIG_PARAMETERS=x ' +
      'GIT_PROXY_COMMAND=x GIT_OBJECT_DIRECTORY=x GIT_COMMON_DIR=x GIT_TEMPLATE_DIR=x'
    )
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  )('%s=%s steers git', (name, value) => {
    expect(under({ [name]: value })).toEqual([`unknown the variable ${name} steers git`]);
  });
  it.each([
    ['PAGER', './x.sh'],
    ['XDG_CONFIG_HOME', '/ws/x'],
    ['HOME', '/ws/x'],
  ])('%s=%s is asked about', (name, value) => {
    expect(under({ [name]: value })).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { lines, record } from './git-scene.js';

describe('names the files that are shown', () => {
  it.each([
    ['git show HEAD:src/a.ts', ['read src/a.ts']],
    ['git show HEAD:.env', ['read .env']],
    ['git show :.env', ['read .env']],
    ['git blame .env', ['read .env']],
    ['git diff --no-index /dev/null .env', ['read .env deep']],
    ['git show :0:.env', ['read .env']],
    ['git show HEAD:./.env', ['read ./.env']],
    ['git show main~2:gone.ts', ['read gone.ts']],
    ['git show HEAD -- .env', ['read .env']],
    ['git cat-file -p HEAD:.env', ['read .env']],
    ['git cat-file blob :.env', ['read .env']],
    ['git diff HEAD:src/a.ts..main:.env', ['read src/a.ts', 'read .env']],
    ['git diff -- src/a.ts', ['read src/a.ts']],
    ['git diff src/a.ts', ['read src/a.ts']],
    ['git diff HEAD -- :/src/a.ts', ['read src/a.ts']],
    ['git diff HEAD -- :(top)src/a.ts', ['read src/a.ts']],
    ['git diff main src', ['read src']],
    ['git log -p .env', ['read .env']],
    ['git log -p -- .env', ['read .env']],
    ['git log -u --all -- .env', ['read .env']],
    ['git log -p -S foo -- src', ['read src']],
    ["git grep -n 'TODO' -- '*.ts'", ['read *.ts']],
    ['git log -L 10,20:src/a.ts', ['read src/a.ts']],
    ['git log -L10,20:.env', ['read .env']],
    ['git log -L :main:.env', ['read .env']],
    ['git blame src/a.ts', ['read src/a.ts']],
    ['git blame -L 10,20 f', ['read f']],
    ['git blame -w -C -C -M HEAD~1 -- src/a.ts', ['read src/a.ts']],
    ['git blame --line-porcelain --date=short .env', ['read .env']],
    ['git annotate src/a.ts', ['read src/a.ts']],
    ['git grep -n KEY -- .env', ['read .env']],
    ['git grep -e KEY .env', ['read .env']],
    ['git archive HEAD .env', ['read .env']],
    ['git -C sub show HEAD -- a.ts', ['read /ws/sub/a.ts']],
    ['git -C sub diff a.ts', ['read /ws/sub/a.ts']],
    ['git -C sub diff -- ../.env', ['read /ws/.env']],
    ['git hash-object src/a.ts', ['read src/a.ts']],
    ['git apply --check a.patch', ['read a.patch']],
    ['git apply --stat a.patch', ['read a.patch']],
    ['git bundle verify a.bundle', ['read a.bundle']],
    ['git diff --no-index src/a.ts README.md', ['read src/a.ts deep', 'read README.md deep']],
    ['git diff --no-index /dev/null .env', ['read .env deep']],
    ['git grep --no-index KEY', ['read . deep']],
    ['git grep --untracked --no-exclude-standard KEY', ['read . deep']],
    ['git grep --no-index KEY src', ['read src deep']],
    ['git blame --contents .env src/a.ts', ['read .env', 'read src/a.ts']],
    ['git blame --ignore-revs-file=.ignored f', ['read .ignored', 'read f']],
    ['git blame -S revs f', ['read revs', 'read f']],
    ['git diff -Oorder', ['read order']],
    ['git log -O order', ['read order']],
    ['git grep -f patterns', ['read patterns']],
    ['git ls-files -X list', ['read list']],
    ['git archive --add-file=.env HEAD', ['read .env']],
    ['git format-patch --stdout --signature-file=.env HEAD~1', ['read .env']],
    ['git config --get http.extraheader', ['read .git/config', 'read /home/me/.gitconfig']],
    ['git config --global --list', ['read /home/me/.gitconfig']],
    ['git config --get credential.helper', ['read .git/config', 'read /home/me/.gitconfig']],
    ['git config -f .gitmodules --list', ['read .gitmodules']],
    ['git config --file /etc/x --get a.b', ['read /etc/x']],
    ['git var -l', ['read .git/config', 'read /home/me/.gitconfig']],
  ])('%s', (command, expected) => {
    expect(record(command)).toEqual(expected);
  });
});

describe('names what lies outside', () => {
  it.each([
    ['git -C /srv/other status', ['read /srv/other']],
    ['git -C .. status', ['read /']],
    ['git -C sub -C ../../x log', ['read /x']],
    ['git --git-dir=/srv/x/.git log', ['read /srv/x/.git', 'read /srv/x']],
    ['git --work-tree=/etc status', ['read /etc']],
    ['git --work-tree /etc diff', ['read /etc']],
    ['git diff /etc/passwd /etc/hosts', ['read /etc/passwd', 'read /etc/hosts']],
    ['git diff --no-index /etc/a src/a.ts', ['read /etc/a deep', 'read src/a.ts deep']],
    ['git diff ../x', ['read ../x']],
    ['git log -- ../x', ['read ../x']],
    ['git log /srv/x', ['read /srv/x']],
    ['git status /srv/x', ['read /srv/x']],
    ['git ls-files ../x', ['read ../x']],
    ['git grep foo -- /srv', ['read /srv']],
    ['git grep --no-index foo /etc', ['read /etc deep']],
    ['git blame --contents /etc/shadow f', ['read /etc/shadow', 'read f']],
    ['git diff -O/etc/shadow', ['read /etc/shadow']],
    ['git show HEAD:../x', ['read ../x']],
    ['git hash-object /etc/shadow', ['read /etc/shadow']],
    ['git ls-files --exclude-from=/etc/shadow', ['read /etc/shadow']],
  ])('%s', (command, expected) => {
    expect(record(command)).toEqual(expected);
  });
});

describe('names the files that are written', () => {
  it.each([
    ['git diff --output=x.patch', ['write x.patch']],
    ['git log -p --output /tmp/x', ['write /tmp/x']],
    ['git show --output=.git/hooks/pre-commit HEAD', ['write .git/hooks/pre-commit']],
    ['git diff-tree -p --output=x HEAD', ['write x']],
    ['git archive -o out.tar HEAD', ['write out.tar']],
    ['git archive --output=/tmp/x.zip HEAD', ['write /tmp/x.zip']],
    ['git -C sub diff --output=x', ['write /ws/sub/x']],
    ['git format-patch -1', ['write .']],
    ['git format-patch -o /tmp/p HEAD~3', ['write /tmp/p']],
  ])('%s', (command, expected) => {
    expect(record(command)).toEqual(expected);
  });
});

describe('does not prove what may run, change or reach more', () => {
  it.each(
    lines(`
      git -c core.fsmonitor=./x.sh status
      git -c core.fsmonitor status
      git -c constructor=x status
      git -c __proto__=x status
      git -c CORE.FSMONITOR=./x.sh status
      git -c core.pager=./x.sh log
      git -c pager.log=./x.sh log
      git -c alias.x=!id x
      git -c diff.external=./x.sh diff
      git -c core.sshCommand=./x.sh ls-remote
      git -c safe.directory=* status
      git -c include.path=x status
      git -c core.worktree=/etc diff
      git -c help.autocorrect=1 statu
      git -c less -R log
      git -p log
      git --paginate log
      git --git-dir=other.git status
      git --config-env=core.pager=P log
      git --config-env core.pager=P log
      git --exec-path=. status
      git --exec-path=/tmp status
      git --bare log
      git --attr-source=x diff
      git --no-such status
      git -ccolor.ui=never status
      git -Csub status
      git --help log
      git help log
      git log --help
      git diff --ext-diff
      git diff --textconv
      git log --ext-diff -p
      git log --show-signature
      git log --format=%G?
      git log --format='%h %GS'
      git log --pretty=format:%-GK
      git log --pretty='%+G?'
      git log --remerge-diff
      git log --alternate-refs
      git log --stdin
      git log --outpu=x
      git diff --out=x
      git diff --submodule=diff
      git diff --submodule
      git show --show-sig HEAD
      git shortlog --group=format:%GS
      git for-each-ref --format='%(signature)'
      git for-each-ref --format='%(*signature:grade)'
      git for-each-ref --sort=signature
      git branch --format='%(signature:key)'
      git grep -O foo
      git grep -O./x.sh foo
      git grep -nO./x.sh foo
      git grep --open-files-in-pager=./x.sh foo
      git grep --open-files-in-pager foo
      git grep --open=./x.sh foo
      git grep --textconv foo
      git grep --recurse-submodules foo
      git ls-files --recurse-submodules
      git cat-file --textconv HEAD:f
      git cat-file --filters HEAD:f
      git cat-file --filters --path=f HEAD
      git blame --textconv f
      git log -S --output=x
      git log --decorate-refs -- --output=x
      git log -n --output=x
      git log --author --output=x
      git log --no-such
      git status --no-such
      git rev-list --stdin
      git rev-parse --no-such-flag
      git branch new
      git branch -v new
      git branch -f main HEAD
      git branch -d old
      git branch -D old
      git branch --delete old
      git branch -m a b
      git branch -M main
      git branch -c a b
      git branch -u origin/main
      git branch --set-upstream-to=origin/main
      git branch --unset-upstream
      git branch --edit-description
      git branch --list -D x
      git branch --sort=x new
      git branch --merged -D x
      git tag v1
      git tag -a v1 -m x
      git tag -d v1
      git tag -v v1
      git tag --verify v1
      git tag --sort=x v1
      git tag -f v1
      git tag -s v1
      git symbolic-ref HEAD refs/heads/x
      git symbolic-ref -d HEAD
      git reflog expire --all
      git reflog delete HEAD@{1}
      git notes add -m x
      git notes remove
      git stash
      git stash push
      git stash -u
      git stash pop
      git stash apply
      git stash drop
      git stash clear
      git stash branch x
      git worktree
      git worktree prune
      git bisect start
      git bisect good
      git bisect view
      git bisect visualize
      git submodule
      git submodule status
      git submodule summary
      git submodule update --init
      git fsck
      git gc
      git gc --prune=now
      git prune
      git repack -ad
      git verify-commit HEAD
      git verify-tag v1
      git add .
      git add -A
      git commit -m x
      git commit --amend --no-edit
      git commit --dry-run
      git checkout main
      git checkout -b x
      git switch main
      git switch -c x
      git merge x
      git merge --abort
      git cherry-pick abc
      git revert abc
      git reset
      git reset --soft HEAD~1
      git reset --hard
      git rebase main
      git rebase -i HEAD~3
      git init
      git update-ref -d refs/heads/x
      git update-index --assume-unchanged f
      git read-tree HEAD
      git write-tree
      git hash-object -w f
      git replace a b
      git filter-repo --force
      git sparse-checkout set src
      git maintenance run
      git fast-import
      git fast-export --all
      git lfs pull
      git svn fetch
      git send-email x
      git difftool
      git mergetool
      git instaweb
      git gui
      git logout
      git st
      git lol
      git constructor
      git __proto__
      git clean
      git clean -i
      git clean -n --no-dry-run
      git apply --apply --check p
      git archive --format=tar.xz HEAD
      git archive -o x.xz HEAD
      git config --edit
      git config --blob=HEAD:x --list
      git merge-tree a b
      git interpret-trailers x
      gitk
      tig
      hub pr list
      git-lfs fetch
      git-upload-pack .
    `),
  )('%s', (command) => {
    expect(record(command).filter((line) => line.startsWith('unknown '))).not.toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { lines, record } from './git-scene.js';

describe('proves what only reads and names no file', () => {
  it.each(
    lines(`
      git
      git --version
      git -v
      git --help
      git --exec-path
      git --html-path
      git help
      git help -a
      git version
      git version --build-options
      git status
      git status -s
      git status -sb
      git status -h
      git status --short --branch
      git status --porcelain
      git status --porcelain=v2 --branch
      git status --porcelain -z
      git status -uno
      git status -uall
      git status --untracked-files=all
      git status --untracked-files=no --ignored
      git status --ignored=matching
      git status --ignore-submodules=all
      git status --long --show-stash --ahead-behind
      git status src
      git status -- src
      git status .env
      git --no-pager status
      git -P log -3
      git --no-optional-locks status --porcelain
      git --literal-pathspecs ls-files
      git -c color.ui=never status
      git -c color.status=always status
      git -c core.quotepath=false ls-files
      git -c core.quotePath=off diff --name-only
      git -c core.pager=cat log -1
      git -c pager.log=false log -1
      git -c core.fsmonitor=false status
      git -c core.hooksPath=/dev/null status
      git -c log.showSignature=false log -2
      git -c user.name=x log -1
      git -c diff.noprefix=true diff
      git -c advice.detachedHead=false status
      git -C sub status
      git -C sub log --oneline -5
      git -C . -C sub status
      git -C /ws/sub rev-parse HEAD
      git --git-dir=.git log -1
      git --git-dir .git --work-tree . status
      git --git-dir=/ws/.git --work-tree=/ws diff --stat
      git --namespace=x log
      git log
      git log -1
      git log -n 5
      git log -n5
      git log -20
      git log --oneline
      git log --oneline -20 --graph --all
      git log --oneline --decorate --graph --branches --tags --remotes
      git log --max-count=3 --skip=2
      git log --since='2 weeks ago' --author=ana --format='%h %s'
      git log --since 2024-01-01 --until 2024-02-01
      git log --pretty=oneline
      git log --pretty=format:'%h %an %ad %s' --date=short
      git log --format=%H%n%B -1
      git log --format='%C(auto)%h %d %s' --date=iso
      git log --grep=fix -i
      git log --grep 'fix: .*' --all-match -E
      git log --stat -3
      git log --shortstat --no-merges
      git log --name-only --oneline
      git log --name-status -5
      git log --numstat --format=
      git log --first-parent --merges
      git log --reverse --topo-order
      git log --diff-filter=D --summary
      git log --follow -- src/a.ts
      git log --follow --oneline src/a.ts
      git log --oneline -- .env
      git log main..feature
      git log origin/main...HEAD --left-right --cherry-pick
      git log HEAD~3..HEAD
      git log ^main HEAD
      git log --all -- '*.ts'
      git log -S foo --oneline
      git log -Sfoo --all
      git log -G 'foo.*bar' --oneline
      git log -g
      git log --walk-reflogs -5
      git log --no-walk --tags
      git log --simplify-by-decoration --all
      git log --abbrev-commit --abbrev=8
      git log --notes
      git log --no-color
      git log --color=never -1
      git log -1 --format=%cd --date=format:%Y-%m-%d
      git log --mailmap -1
      git log -p
      git log -p -3
      git log --patch --word-diff
      git log -U5 -p
      git log -p -- ':!src' ':(exclude)docs'
      git whatchanged -3
      git show
      git show HEAD
      git show HEAD~2 --stat
      git show --name-only HEAD
      git show --no-patch --format=%B HEAD
      git show -s --format=%ci HEAD
      git show abc1234
      git show v1.0.0
      git show --oneline stash@{0}
      git diff
      git diff --stat
      git diff --cached
      git diff --staged --name-only
      git diff HEAD
      git diff HEAD~1 --stat
      git diff HEAD~1 HEAD
      git diff main...HEAD
      git diff main..feature --name-status
      git diff --name-only --diff-filter=ACM
      git diff --word-diff=color
      git diff --color-words
      git diff --ignore-all-space -w -b
      git diff -M -C --find-copies-harder
      git diff -M90% --summary
      git diff --check
      git diff --exit-code
      git diff --quiet
      git diff --no-ext-diff --no-textconv
      git diff --unified=0
      git diff -U10
      git diff --minimal --patience
      git diff --diff-algorithm=histogram
      git diff --no-color
      git diff --numstat --shortstat
      git diff --dirstat=files,0
      git diff --merge-base main
      git --no-pager diff
      git --no-pager diff --cached --stat
      git diff-tree --no-commit-id --name-only -r HEAD
      git diff-tree -p HEAD
      git diff-index --quiet HEAD --
      git diff-index --cached HEAD
      git diff-files --name-only
      git range-diff main..a main..b
      git range-diff --creation-factor=80 a b c
      git grep foo
      git grep -n foo
      git grep -in 'foo bar'
      git grep -l foo HEAD
      git grep -c foo
      git grep -E 'foo|bar'
      git grep -P '\\bfoo\\b'
      git grep -e foo --and -e bar
      git grep -n -e --output
      git grep -n -- --output
      git grep -n '../utils'
      git grep -n /etc/passwd
      git grep -F --count 'a.b'
      git grep -A3 -B 2 -C1 foo
      git grep -3 foo
      git grep --heading --break foo
      git grep -w --name-only foo main
      git grep --cached foo
      git grep -W foo
      git grep --max-depth 2 foo
      git ls-files
      git ls-files '*.ts'
      git ls-files -m
      git ls-files -o --exclude-standard
      git ls-files --others --ignored --exclude-standard
      git ls-files -s
      git ls-files --stage src
      git ls-files --error-unmatch src/a.ts
      git ls-files --deleted --modified -z
      git ls-files -u
      git ls-files -t -v
      git ls-files --eol
      git ls-files .env
      git ls-tree HEAD
      git ls-tree -r HEAD
      git ls-tree -r --name-only HEAD
      git ls-tree -r -l HEAD src
      git ls-tree --full-tree main
      git rev-parse HEAD
      git rev-parse --short HEAD
      git rev-parse --short=8 HEAD
      git rev-parse --abbrev-ref HEAD
      git rev-parse --abbrev-ref --symbolic-full-name @{u}
      git rev-parse --show-toplevel
      git rev-parse --show-prefix
      git rev-parse --git-dir
      git rev-parse --git-common-dir
      git rev-parse --is-inside-work-tree
      git rev-parse --is-shallow-repository
      git rev-parse --verify -q main
      git rev-parse --git-path hooks
      git rev-parse --all
      git rev-list --count HEAD
      git rev-list --count main..HEAD
      git rev-list --all --max-count=5
      git rev-list -n 1 v1.0
      git rev-list --left-right --count main...HEAD
      git rev-list --objects --all
      git rev-list --parents HEAD
      git describe
      git describe --tags --always
      git describe --tags --abbrev=0
      git describe --always --dirty
      git describe --dirty=-x --long
      git describe --contains HEAD
      git describe --match 'v*'
      git name-rev HEAD
      git name-rev --name-only --tags HEAD
      git show-ref
      git show-ref --heads --tags
      git show-ref --verify --quiet refs/heads/main
      git show-ref -s main
      git for-each-ref
      git for-each-ref --sort=-committerdate --count=10 refs/heads
      git for-each-ref --format='%(refname:short) %(committerdate:relative)' refs/heads/
      git for-each-ref --merged main
      git for-each-ref --contains
      git show-branch --all
      git merge-base main HEAD
      git merge-base --is-ancestor a b
      git merge-base --fork-point main
      git cat-file -t HEAD
      git cat-file -s HEAD
      git cat-file -p HEAD
      git cat-file -e HEAD
      git cat-file commit HEAD
      git cat-file --batch-check
      git cat-file --batch-check --batch-all-objects
      git shortlog -sn
      git shortlog -sne HEAD
      git shortlog --summary --numbered --since=1.month main
      git reflog
      git reflog -10
      git reflog show main
      git reflog show --date=iso HEAD
      git reflog exists refs/heads/main
      git branch
      git branch -a
      git branch -r
      git branch -v
      git branch -vv
      git branch -av
      git branch --all --verbose
      git branch --list
      git branch --list 'feature/*'
      git branch -l main
      git branch --show-current
      git branch --contains
      git branch --contains abc123
      git branch -a --contains HEAD
      git branch --merged
      git branch --merged main
      git branch --no-merged
      git branch -r --no-merged origin/main
      git branch --sort=-committerdate
      git branch --sort=-committerdate --format='%(refname:short)'
      git branch --points-at HEAD
      git branch --no-color
      git branch --column
      git tag
      git tag -l
      git tag -l 'v1.*'
      git tag --list --sort=-v:refname
      git tag --sort=-creatordate
      git tag -n
      git tag -n3
      git tag -n5 'v*'
      git tag --points-at HEAD
      git tag --points-at
      git tag --contains abc
      git tag --merged
      git remote
      git remote -v
      git remote --verbose
      git remote show
      git remote get-url origin
      git remote get-url --push origin
      git remote get-url --all origin
      git ls-remote --get-url
      git ls-remote --get-url origin
      git config user.name
      git config --get user.email
      git config --get-all branch.main.merge
      git config --global user.name
      git config --get core.autocrlf
      git config --bool core.bare
      git config get user.name
      git config --get remote.origin.url
      git config --default x --get init.defaultBranch
      git config --list
      git config -l --show-origin
      git config --local --list
      git config list
      git config --get-regexp url
      git stash list
      git stash list --oneline
      git stash list --format=%gd
      git stash show
      git stash show -p
      git stash show -p stash@{1}
      git stash show --stat stash@{0}
      git stash show --include-untracked
      git worktree list
      git worktree list --porcelain
      git count-objects -vH
      git check-ignore -v node_modules
      git check-ignore .env
      git check-ignore --stdin
      git check-attr -a src/a.ts
      git check-attr diff -- src/a.ts
      git check-ref-format --branch x
      git var GIT_AUTHOR_IDENT
      git cherry -v main
      git bisect log
      git bisect terms
      git notes
      git notes list
      git notes show HEAD
      git notes --ref=ci show HEAD
      git symbolic-ref HEAD
      git symbolic-ref --short HEAD
      git symbolic-ref -q --short refs/remotes/origin/HEAD
      git archive HEAD
      git archive --format=zip --prefix=a/ HEAD
      git archive --list
      git format-patch --stdout HEAD~1
      git format-patch -1 --stdout
      git clean -n
      git clean -nd
      git clean -ndx
      git clean --dry-run -fd
      git patch-id --stable
      git stripspace
      git hash-object --stdin
    `),
  )('%s', (command) => {
    expect(record(command)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { judgeProtected } from '../../src/policy/protected.js';
import type { Fact } from '../../src/tool/fact.js';
import { verifies } from '../requirements.js';
import { commandFact, pathFact, places } from './places.js';

const isAsked = (fact: Fact): boolean => judgeProtected([fact], places).length > 0;

describe('protected paths', () => {
  it('say what is asked, why, and by which fact', () => {
    verifies('policy.protected.absent');
    const facts = [pathFact('read', 'a.ts'), pathFact('write', '.git/hooks/pre-commit'), pathFact('read', '.env')];
    expect(judgeProtected(facts, places)).toEqual([
      {
        verdict: 'ask',
        source: 'protected',
        reason: 'writes .git/hooks/pre-commit: Git runs or obeys what is in it',
        fact: 1,
      },
      { verdict: 'ask', source: 'protected', reason: 'reads .env, which is named as credentials are', fact: 2 },
    ]);
    expect(judgeProtected([], places)).toEqual([]);
  });

  it.each([
    '.git',
    '.git/config',
    '.git/hooks/pre-commit',
    '.git/info/attributes',
    'vendor/lib/.git/hooks/post-merge',
    'vendor/lib/.git',
    'mirror.git/hooks/update',
    'bare/hooks/pre-receive',
    'bare/HEAD',
    '.gitmodules',
    '.gitattributes',
    'sub/.gitattributes',
    '.gitconfig',
    '.hg/hgrc',
    '.vscode/tasks.json',
    '.vscode/settings.json',
    'packages/a/.vscode/launch.json',
    '.idea/workspace.xml',
    '.zed/settings.json',
    '.fleet/run.json',
    'x.code-workspace',
    '.cursor/mcp.json',
    '.cursor/rules/x.mdc',
    '.windsurf/x',
    '.devcontainer/devcontainer.json',
    '.github',
    '.github/workflows/ci.yml',
    '.github/workflows',
    '.github/actions/x/action.yml',
    '.github/copilot-instructions.md',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    '.travis.yml',
    'azure-pipelines.yml',
    'Jenkinsfile',
    'bitbucket-pipelines.yml',
    '.drone.yml',
    '.buildkite/pipeline.yml',
    '.woodpecker.yml',
    '.woodpecker/x.yml',
    '.teamcity/settings.kts',
    'appveyor.yml',
    'cloudbuild.yaml',
    'buildspec.yml',
    '.husky/pre-commit',
    '.pre-commit-config.yaml',
    'lefthook.yml',
    '.lintstagedrc',
    '.lintstagedrc.json',
    'package.json',
    'packages/a/package.json',
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.yarn/releases/yarn.cjs',
    '.pnpmfile.cjs',
    'pnpm-workspace.yaml',
    'bunfig.toml',
    'setup.py',
    'setup.cfg',
    'pyproject.toml',
    'conftest.py',
    'tests/conftest.py',
    'tox.ini',
    'noxfile.py',
    'Makefile',
    'GNUmakefile',
    'sub/Makefile',
    'Makefile.inc',
    'rules.mk',
    'CMakeLists.txt',
    'cmake/x.cmake',
    'build.gradle',
    'build.gradle.kts',
    'settings.gradle',
    'settings.gradle.kts',
    'gradlew',
    'gradle/wrapper/gradle-wrapper.properties',
    'pom.xml',
    '.mvn/extensions.xml',
    'Cargo.toml',
    'build.rs',
    '.cargo/config.toml',
    'Gemfile',
    'Rakefile',
    'x.gemspec',
    'composer.json',
    'deno.json',
    'Dockerfile',
    'Dockerfile.dev',
    'api.dockerfile',
    'docker-compose.yml',
    'docker-compose.prod.yml',
    'compose.yaml',
    'Vagrantfile',
    'Procfile',
    'jest.config.js',
    'jest.config.json',
    'vitest.config.ts',
    'vite.config.mts',
    'webpack.config.js',
    'webpack.prod.js',
    'rollup.config.mjs',
    'babel.config.cjs',
    'eslint.config.js',
    '.eslintrc',
    '.eslintrc.cjs',
    '.prettierrc.js',
    'prettier.config.js',
    'next.config.js',
    'nuxt.config.ts',
    'svelte.config.js',
    'astro.config.mjs',
    'tsup.config.ts',
    'playwright.config.ts',
    'karma.conf.js',
    'gulpfile.js',
    'Gruntfile.js',
    '.babelrc',
    '.babelrc.json',
    '.mocharc.yml',
    '.nycrc',
    '.envrc',
    '.env',
    '.env.local',
    'mise.toml',
    '.mise.toml',
    'AGENTS.md',
    'docs/AGENTS.md',
    'CLAUDE.md',
    'GEMINI.md',
    '.mcp.json',
    'mcp.json',
    '.claude/settings.json',
    '.gemini/settings.json',
    '.codex/config.toml',
    '.cursorrules',
    '.clinerules',
    '.clinerules/x.md',
    '.roo/mcp.json',
    '.roomodes',
    '.aider.conf.yml',
    '.continue/config.json',
    '.toolwright/config.json',
    '.bashrc',
    'dotfiles/.zshrc',
    '.bash_profile',
    '.profile',
    '.zshenv',
    '.inputrc',
    '.vimrc',
    '.tmux.conf',
    'fish/config.fish',
    'fish/conf.d/x.fish',
    'nvim/init.lua',
    'init.el',
    '.emacs',
    '.gdbinit',
    '.irbrc',
    '.Rprofile',
    '.psqlrc',
    '.curlrc',
    '.ripgreprc',
    'usercustomize.py',
    'sitecustomize.py',
    'x.pth',
    'certs/server.key',
    '.ssh/config',
    '~/.bashrc',
    '~/.config/fish/config.fish',
    '~/.config/autostart/x.desktop',
    '~/.config/systemd/user/x.service',
    '~/.config/anything',
    '~/.local/bin/git',
    '~/bin/git',
    '~/Library/LaunchAgents/x.plist',
    '~/.gitconfig',
    '/home/bob/.zshrc',
  ])('ask before a change of %s', (path) => {
    verifies('policy.protected.links', 'policy.protected.letter-case');
    expect(isAsked(pathFact('write', path))).toBe(true);
    expect(isAsked(commandFact('write', path))).toBe(true);
    expect(isAsked(pathFact('delete', path))).toBe(true);
    expect(isAsked(pathFact('move', path))).toBe(true);
    expect(isAsked(pathFact('write', path.toUpperCase()))).toBe(true);
    expect(isAsked(pathFact('write', 'notes.txt', { via: pathFact('write', path).target }))).toBe(true);
    expect(isAsked(pathFact('write', path, { via: 'notes.txt' }))).toBe(true);
  });

  it.each([
    '.GIT/hooks/pre-commit',
    '.Git/config',
    '.git./hooks/pre-commit',
    '.git /config',
    '.git. . /config',
    '.git::$INDEX_ALLOCATION/hooks/pre-commit',
    '.git:x/config',
    'GIT~1/hooks/pre-commit',
    'git~2/config',
    '.g\u200cit/config',
    '.\u200dgit/hooks/x',
    '.gi\ufefft/config',
    '.\uff47\uff49\uff54/config',
    '\uff0egit/config',
    '.g\u0131t/config',
    '.G\u0130T/config',
    '.git\\hooks\\pre-commit',
    'sub\\.git\\config',
    './.git/config',
    'a/../.git/config',
    '.v\u017fcode/tasks.json',
    '.gith\u{1d42e}b/workflows/ci.yml',
    'pac\u212aage.json',
    'Package.JSON',
    'package.json.',
    'package.json ',
    'package.json::$DATA',
    'PACKAG~1.JSO',
    'VSCODE~1/tasks.json',
  ])('are known in the spelling %j', (path) => {
    verifies('policy.protected.letter-case');
    expect(isAsked(pathFact('write', path))).toBe(true);
    expect(isAsked(pathFact('delete', path))).toBe(true);
  });

  it.each([
    'src/a.ts',
    'README.md',
    'docs/git.md',
    'docs/Makefile.md',
    'src/config.ts',
    'src/package.ts',
    'src/makefile-parser.ts',
    'tsconfig.json',
    'go.mod',
    '.gitignore',
    '.nvmrc',
    '.tool-versions',
    '.editorconfig',
    '.dockerignore',
    '.github/ISSUE_TEMPLATE/bug.md',
    '.github/FUNDING.yml',
    'src/init.lua',
    'src/hooks/use-update.ts',
    'src/environment.ts',
    'src/user.service.ts',
    'git/config',
    'github/workflows/x.yml',
    'caf\u00e9.txt',
    'cafe\u0301.txt',
    '\u65e5\u672c.md',
    'a b.txt',
    'a..b',
    '..foo/bar',
    'build',
    'node_modules/x/index.js',
    'workspace/x',
    '.env.example',
  ])('are not %s', (path) => {
    expect(judgeProtected([pathFact('write', path), pathFact('move', path)], places)).toEqual([]);
    expect(judgeProtected([pathFact('delete', path, { deep: true }), commandFact('write', path)], places)).toEqual([]);
  });

  it('ask before the whole workspace is deleted, moved or changed', () => {
    expect(isAsked(pathFact('delete', '.', { deep: true }))).toBe(true);
    expect(isAsked(pathFact('move', '.'))).toBe(true);
    expect(isAsked(commandFact('write', '.', { deep: true }))).toBe(true);
    expect(isAsked(commandFact('write', '.'))).toBe(false);
    expect(isAsked(commandFact('write', 'src', { deep: true }))).toBe(false);
  });

  it('count the names of the workspace only, wherever it lies', () => {
    const there = { ...places, root: '/home/me/.config/.claude/.git/work' };
    expect(judgeProtected([pathFact('write', 'src/a.ts'), pathFact('read', 'a.ts')], there)).toEqual([]);
    expect(judgeProtected([pathFact('write', '.git/x')], there)).toHaveLength(1);
  });

  it.each([
    '.env',
    '.ENV',
    '.env.local',
    '.env.production',
    '.env.example.local',
    '.env-prod',
    '.env.bak',
    'config/prod.env',
    'packages/a/.env',
    '.envrc',
    '.npmrc',
    '.pypirc',
    '.netrc',
    '.git/config',
    '.GIT/config',
    'sub/.git/config',
    '.git/modules/x/config',
    'GIT~1/config',
    '.git-credentials',
    '.dockercfg',
    '.docker/config.json',
    'server.pem',
    'key.pem',
    'certs/server.key',
    'x.p12',
    'x.pfx',
    'release.jks',
    'release.keystore',
    'x.kdbx',
    'x.ppk',
    'id_rsa',
    'keys/id_ed25519',
    'ID_RSA',
    'id_rsa.bak',
    'deploy_rsa',
    'credentials.json',
    'config/credentials.yml',
    'service-account.json',
    'service-account-prod.json',
    'serviceAccountKey.json',
    'client_secret_1.json',
    'secrets.yml',
    'secrets.yaml',
    'secrets.json',
    'secrets.toml',
    'secret.json',
    'k8s/db-secret.yaml',
    'passwords.txt',
    '.htpasswd',
    'terraform.tfstate',
    'terraform.tfstate.backup',
    'prod.tfvars',
    'prod.auto.tfvars.json',
    'kubeconfig',
    'kubeconfig.yaml',
    '.kube/config',
    '.vault-token',
    '.aws/credentials',
    '.ssh/id_rsa',
    '.ssh/work',
    '.g\u200cit/config',
    '.\uff45nv',
    '/srv/app/.env',
    '~/project/.env',
    '~/.ssh/config',
  ])('ask before %s is read', (path) => {
    expect(isAsked(pathFact('read', path))).toBe(true);
    expect(isAsked(commandFact('read', path))).toBe(true);
    expect(isAsked(pathFact('read', 'notes.txt', { via: pathFact('read', path).target }))).toBe(true);
  });

  it.each([
    'a.ts',
    'src//index.ts',
    'package.json',
    '...',
    '..foo/bar',
    'docs/id_rsa.md',
    'id_rsa.pub',
    '.ssh/id_rsa.pub',
    '.env.example',
    '.env.sample',
    '.env.template',
    '.env.dist',
    '.env.defaults',
    '.env.local.example',
    'example.env',
    'src/env.ts',
    'src/env.d.ts',
    'src/environment.ts',
    'src/credentials.ts',
    'src/secrets.ts',
    'docs/secrets.md',
    'src/secret-store/index.ts',
    'src/password.tsx',
    'test/keys.test.ts',
    'src/key.ts',
    'certs/ca.pem',
    'public.pem',
    '.git',
    '.git/HEAD',
    '.github/workflows/ci.yml',
    '.vscode/settings.json',
    'AGENTS.md',
    '.gitignore',
    '.bashrc',
    'src',
    '.',
    'caf\u00e9.txt',
    '~/x',
    '$HOME/x',
    '%2e%2e/x',
    'a b.txt',
    'file; rm -rf ~.txt',
    'x.',
    'monkey.json',
    'turkey',
    'kubeconfig-docs.md',
  ])('do not ask before %s is read', (path) => {
    const fact: Fact = { kind: 'read', target: path, where: 'workspace', known: true };
    expect(judgeProtected([fact, { ...fact, by: 0 }], places)).toEqual([]);
  });

  it('do not ask before a whole folder is searched, unless it is made for credentials', () => {
    expect(isAsked(commandFact('read', '.', { deep: true }))).toBe(false);
    expect(isAsked(commandFact('read', 'src', { deep: true }))).toBe(false);
    expect(isAsked(commandFact('read', '.git', { deep: true }))).toBe(false);
    expect(isAsked(commandFact('read', '.ssh', { deep: true }))).toBe(true);
    expect(isAsked(commandFact('read', '.ssh'))).toBe(false);
  });

  it.each([
    'C:x.txt',
    'C:\\x.txt',
    'c:/x',
    'a.txt::$DATA',
    'a.txt:hidden',
    'CON',
    'nul',
    'NUL.txt',
    'src/aux.c',
    'COM1',
    'lpt9.log',
    '..\\..\\x.txt',
    'src\\..\\..\\x',
    '\\Windows\\x',
  ])('ask about %s, which Windows takes for something else', (path) => {
    const fact: Fact = { kind: 'read', target: path, where: 'workspace', known: true };
    expect(isAsked(fact)).toBe(true);
    expect(isAsked({ ...fact, kind: 'write' })).toBe(true);
    expect(isAsked({ ...fact, by: 0 })).toBe(false);
  });

  it('judge a fact in a few microseconds', () => {
    const facts = ['src/agent/turn.ts', 'docs/a.md', 'test/policy/x.test.ts'].map((path) => pathFact('read', path));
    const started = performance.now();
    const rounds = 5000;
    for (let round = 0; round < rounds; round += 1) for (const fact of facts) judgeProtected([{ ...fact }], places);
    expect(((performance.now() - started) * 1000) / (rounds * facts.length)).toBeLessThan(50);
  });
});

import { describe, expect, it } from 'vitest';
import { judgeProtected } from '../../../src/policy/protected.js';
import { pathFact, places } from '../places.js';

type Table = readonly (readonly [what: string, names: string])[];

const folders: Table = [
  ['Git runs or obeys what is in it', '.git .hg .svn .jj .bzr .githooks .husky .lefthook'],
  [
    'editors run or obey what is in it',
    '.vscode .vscode-server .idea .zed .fleet .devcontainer .vs .vim .emacs.d .settings .theia',
  ],
  [
    'machines with keys of their own run what is in it',
    `
      .circleci .buildkite .teamcity .woodpecker .semaphore .builds .forgejo .gitea .gitlab .drone .harness
    `,
  ],
  [
    'assistants obey what is in it',
    `
      .toolwright .cursor .windsurf .claude .gemini .codex .continue .roo .clinerules .goose .opencode .qwen .kiro
      .amazonq .junie .augment .trae .agents .agent .skills
    `,
  ],
  ['what is in it is run by builds, tests or installs', '.mvn .cargo .yarn .storybook .direnv .jupyter .ipython'],
  ['it is run when a shell or a program starts', 'launchagents launchdaemons autostart .profile.d'],
  ['it holds credentials', '.ssh .gnupg .aws .azure .kube .docker .password-store .secrets'],
];

const files: Table = [
  ['Git runs or obeys what is in it', '.gitmodules .gitattributes .gitconfig head'],
  ['editors run or obey what is in it', '.dir-locals.el .nvim.lua'],
  [
    'machines with keys of their own run what is in it',
    `
      .gitlab-ci.yml .gitlab-ci.yaml .travis.yml azure-pipelines.yml azure-pipelines.yaml jenkinsfile
      bitbucket-pipelines.yml .drone.yml .drone.yaml .drone.star .drone.jsonnet appveyor.yml .appveyor.yml
      cloudbuild.yaml cloudbuild.yml cloudbuild.json buildspec.yml buildspec.yaml .cirrus.yml .cirrus.star wercker.yml
      codemagic.yaml .build.yml dependabot.yml codeowners renovate.json renovate.json5 .goreleaser.yml
      .goreleaser.yaml netlify.toml vercel.json .gitpod.yml .gitpod.dockerfile .replit
    `,
  ],
  [
    'assistants obey what is in it',
    `
      agents.md agents.override.md code.md claude.md claude.local.md gemini.md qwen.md skill.md
      copilot-instructions.md .mcp.json mcp.json .cursorrules .windsurfrules .roomodes .goosehints .rules
      opencode.json opencode.jsonc .claude.json
    `,
  ],
  [
    'what is in it is run by builds, tests or installs',
    `
      package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs
      pnpmfile.js bunfig.toml deno.json deno.jsonc import_map.json turbo.json nx.json lerna.json angular.json
      jest.config.json babel.config.json .pnp.cjs .pnp.loader.mjs setup.py setup.cfg pyproject.toml conftest.py
      tox.ini pytest.ini noxfile.py fabfile.py dodo.py usercustomize.py sitecustomize.py ipython_config.py
      conanfile.py conanfile.txt makefile gnumakefile bsdmakefile cmakelists.txt cmakepresets.json
      cmakeuserpresets.json meson.build configure.ac sconstruct sconscript wscript justfile .justfile taskfile.yml
      taskfile.yaml earthfile tiltfile brewfile build.bazel workspace.bazel module.bazel build.zig flake.nix shell.nix
      default.nix vcpkg.json build.gradle settings.gradle init.gradle gradle.properties gradlew gradlew.bat
      gradle-wrapper.properties gradle-wrapper.jar mvnw mvnw.cmd pom.xml build.sbt build.sc build.xml ivy.xml
      project.clj build.boot cargo.toml build.rs rust-toolchain rust-toolchain.toml gemfile gems.rb rakefile .rspec
      .rubocop.yml guardfile capfile dangerfile berksfile podfile fastfile composer.json phpunit.xml phpunit.xml.dist
      package.swift mix.exs .iex.exs rebar.config stack.yaml .golangci.yml .golangci.yaml directory.build.props
      directory.build.targets nuget.config dockerfile containerfile vagrantfile procfile serverless.yml
      .pre-commit-config.yaml .pre-commit-hooks.yaml lefthook.yml lefthook.yaml lefthook.toml lefthook.json
      .overcommit.yml mise.toml mise.local.toml devbox.json crontab
    `,
  ],
  [
    'it is run when a shell or a program starts',
    `
      .bash_profile .bash_login .bash_logout .bash_aliases .bash_completion .profile .zshenv .zprofile .zlogin
      .zlogout .login .logout .tmux.conf .xresources .xdefaults .xprofile .xsession config.fish init.el .gdbinit
      .lldbinit .rprofile .renviron .pythonstartup .ghci .ocamlinit .wgetrc .selected_editor .pam_environment .forward
    `,
  ],
];

const extensions: Table = [
  ['editors run or obey what is in it', 'code-workspace sublime-project'],
  [
    'what is in it is run by builds, tests or installs',
    `
      gemspec podspec pth rake gradle sbt cmake mk csproj fsproj vbproj vcxproj targets props cabal bzl dockerfile
    `,
  ],
  ['it is run when a shell or a program starts', 'service timer desktop'],
];

const hooks = `
  applypatch-msg commit-msg fsmonitor-watchman post-applypatch post-checkout post-commit post-merge post-receive
  post-rewrite post-update pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push pre-rebase pre-receive
  prepare-commit-msg proc-receive push-to-checkout reference-transaction sendemail-validate update
`;

const listed = (names: string): readonly string[] => names.split(/\s+/).filter((name) => name !== '');
const rowsOf = (table: Table) => table.flatMap(([what, names]) => listed(names).map((name) => [name, what] as const));

/** What is said of a change of a path in the workspace. */
const saidOf = (path: string): readonly string[] =>
  judgeProtected([pathFact('write', path)], places).map(({ reason }) => reason.replace(`writes ${path}: `, ''));

describe('folders of which every part is asked about, wherever they are', () => {
  it.each(rowsOf(folders))('%s: %s', (name, what) => {
    for (const path of [name, `${name}/x`, `a/${name}/b/x`]) expect(saidOf(path), path).toEqual([what]);
  });
});

describe('files that are asked about, wherever they are', () => {
  it.each(rowsOf(files))('%s: %s', (name, what) => {
    for (const path of [name, `a/b/${name}`, name.toUpperCase()]) expect(saidOf(path), path).toEqual([what]);
  });
});

describe('kinds of files that are asked about', () => {
  it.each(rowsOf(extensions))('*.%s: %s', (name, what) => {
    expect(saidOf(`a/thing.${name}`)).toEqual([what]);
  });
});

describe('hooks of Git, in a folder of that name', () => {
  it.each(listed(hooks))('%s', (name) => {
    expect(saidOf(`bare/hooks/${name}`)).toEqual(['Git runs or obeys what is in it']);
    expect(saidOf(`src/${name}`)).toEqual([]);
  });
});

describe('folders of which some parts are asked about', () => {
  const checks = 'machines with keys of their own run what is in it';
  const start = 'it is run when a shell or a program starts';
  it.each([
    ['.github', checks, 'workflows actions instructions prompts chatmodes agents hooks scripts'],
    ['fish', start, 'conf.d functions completions'],
    [
      '.config',
      start,
      'systemd autostart fish nvim git zsh toolwright environment.d gcloud gh direnv mise pip plasma-workspace',
    ],
  ])('%s: %s', (folder, what, names) => {
    expect(saidOf(folder)).toEqual([what]);
    for (const name of listed(names)) expect(saidOf(`${folder}/${name}/x`), name).not.toEqual([]);
    expect(saidOf(`${folder}/${listed(names)[0]}/x`)).toEqual([what]);
    expect(saidOf(`${folder}/other/x`)).toEqual([]);
  });
});

import { wordSet, wordsOf } from '../../base/words.js';

// Names in lower case, by what is done with what is in them: whoever writes there decides what is run or obeyed later.
const git = 'Git runs or obeys what is in it';
const editor = 'editors run or obey what is in it';
const checks = 'machines with keys of their own run what is in it';
const agents = 'assistants obey what is in it';
const build = 'what is in it is run by builds, tests or installs';
const start = 'it is run when a shell or a program starts';
const secrets = 'it holds credentials';
/** Of whole families of names. */
export const builds = 'it is run by the build, the tests or the machines that check the work';

/** What is said of the files of builds, which commands write all the time. */
export const buildWords: ReadonlySet<string> = new Set([build, builds]);

const table = (groups: readonly (readonly [what: string, names: string])[]): ReadonlyMap<string, string> =>
  new Map(groups.flatMap(([what, names]) => wordsOf(names).map((name) => [name, what] as const)));

/** Folders, wherever they are: they themselves and all below. */
export const protectedFolders = table([
  [git, '.git .hg .svn .jj .bzr .githooks .husky .lefthook'],
  [editor, '.vscode .vscode-server .idea .zed .fleet .devcontainer .vs .vim .emacs.d .settings .theia'],
  [checks, '.circleci .buildkite .teamcity .woodpecker .semaphore .builds .forgejo .gitea .gitlab .drone .harness'],
  [
    agents,
    '.toolwright .cursor .windsurf .claude .gemini .codex .continue .roo .clinerules .goose .opencode .qwen .kiro .amazonq .junie .augment .trae .agents .agent .skills',
  ],
  [build, '.mvn .cargo .yarn .storybook .direnv .jupyter .ipython'],
  [start, 'launchagents launchdaemons autostart .profile.d'],
  [secrets, '.ssh .gnupg .aws .azure .kube .docker .password-store .secrets'],
]);

/** Folders of which only some parts count, beside the folder as a whole. */
export const protectedBelow: ReadonlyMap<string, { readonly what: string; readonly names: ReadonlySet<string> }> =
  new Map([
    [
      '.github',
      { what: checks, names: wordSet('workflows actions instructions prompts chatmodes agents hooks scripts') },
    ],
    ['fish', { what: start, names: wordSet('conf.d functions completions') }],
    [
      '.config',
      {
        what: start,
        names: wordSet(
          'systemd autostart fish nvim git zsh toolwright environment.d gcloud gh direnv mise pip plasma-workspace',
        ),
      },
    ],
  ]);

/** Files, wherever they are. */
export const protectedFiles = table([
  [git, '.gitmodules .gitattributes .gitconfig head'],
  [editor, '.dir-locals.el .nvim.lua'],
  [
    checks,
    '.gitlab-ci.yml .gitlab-ci.yaml .travis.yml azure-pipelines.yml azure-pipelines.yaml jenkinsfile bitbucket-pipelines.yml .drone.yml .drone.yaml .drone.star .drone.jsonnet appveyor.yml .appveyor.yml cloudbuild.yaml cloudbuild.yml cloudbuild.json buildspec.yml buildspec.yaml .cirrus.yml .cirrus.star wercker.yml codemagic.yaml .build.yml dependabot.yml codeowners renovate.json renovate.json5 .goreleaser.yml .goreleaser.yaml netlify.toml vercel.json .gitpod.yml .gitpod.dockerfile .replit',
  ],
  [
    agents,
    'agents.md agents.override.md code.md claude.md claude.local.md gemini.md qwen.md skill.md copilot-instructions.md .mcp.json mcp.json .cursorrules .windsurfrules .roomodes .goosehints .rules opencode.json opencode.jsonc .claude.json',
  ],
  [
    build,
    'package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs pnpmfile.js bunfig.toml deno.json deno.jsonc import_map.json turbo.json nx.json lerna.json angular.json jest.config.json babel.config.json .pnp.cjs .pnp.loader.mjs',
  ],
  [
    build,
    'setup.py setup.cfg pyproject.toml conftest.py tox.ini pytest.ini noxfile.py fabfile.py dodo.py usercustomize.py sitecustomize.py ipython_config.py conanfile.py conanfile.txt',
  ],
  [
    build,
    'makefile gnumakefile bsdmakefile cmakelists.txt cmakepresets.json cmakeuserpresets.json meson.build configure.ac sconstruct sconscript wscript justfile .justfile taskfile.yml taskfile.yaml earthfile tiltfile brewfile build.bazel workspace.bazel module.bazel build.zig flake.nix shell.nix default.nix vcpkg.json',
  ],
  [
    build,
    'build.gradle settings.gradle init.gradle gradle.properties gradlew gradlew.bat gradle-wrapper.properties gradle-wrapper.jar mvnw mvnw.cmd pom.xml build.sbt build.sc build.xml ivy.xml project.clj build.boot',
  ],
  [
    build,
    'cargo.toml build.rs rust-toolchain rust-toolchain.toml gemfile gems.rb rakefile .rspec .rubocop.yml guardfile capfile dangerfile berksfile podfile fastfile composer.json phpunit.xml phpunit.xml.dist package.swift mix.exs .iex.exs rebar.config stack.yaml .golangci.yml .golangci.yaml directory.build.props directory.build.targets nuget.config',
  ],
  [
    build,
    'dockerfile containerfile vagrantfile procfile serverless.yml .pre-commit-config.yaml .pre-commit-hooks.yaml lefthook.yml lefthook.yaml lefthook.toml lefthook.json .overcommit.yml mise.toml mise.local.toml devbox.json crontab',
  ],
  [
    start,
    '.bash_profile .bash_login .bash_logout .bash_aliases .bash_completion .profile .zshenv .zprofile .zlogin .zlogout .login .logout .tmux.conf .xresources .xdefaults .xprofile .xsession config.fish init.el .gdbinit .lldbinit .rprofile .renviron .pythonstartup .ghci .ocamlinit .wgetrc .selected_editor .pam_environment .forward',
  ],
]);

export const protectedExtensions = table([
  [editor, 'code-workspace sublime-project'],
  [
    build,
    'gemspec podspec pth rake gradle sbt cmake mk csproj fsproj vbproj vcxproj targets props cabal bzl dockerfile',
  ],
  [start, 'service timer desktop'],
]);

/** Families of files: `vite.config.ts`, `compose.prod.yml`, `Dockerfile.dev`, `.eslintrc` and the like. */
export const protectedEnds =
  /(?:\.config|\.conf|\.workspace|^gulpfile|^gruntfile|^webpack[^/]*|^cakefile|^jakefile)\.(?:[cm]?[jt]sx?|coffee)$|^(?:docker-)?compose[^/]*\.ya?ml$|^(?:dockerfile|containerfile|jenkinsfile|makefile|procfile|vagrantfile)\.(?!(?:md|mdx|rst|txt|html)$)[^/]+$|\.gitlab-ci\.ya?ml$|^azure-pipelines[^/]*\.ya?ml$|\.gradle\.kts$/;

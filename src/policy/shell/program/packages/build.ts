import { type OptionSpec, readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { named } from '../system/note.js';
import { tool } from './tool.js';

const cargoPins = [{ file: 'rust-toolchain' }, { file: 'rust-toolchain.toml' }];

const gofmtSpec: OptionSpec = { flags: '-d -e -l -s -w', values: '-r', noClusters: true };

/** Reads Go files and prints; with `-w` it rewrites them. */
const gofmt: Program = (args, doing) => {
  const options = readOptions(args, gofmtSpec, doing);
  for (const path of options.operands) {
    doing.read(path, { deep: true });
    if (options.has('-w')) doing.write(path, { deep: true });
  }
};

const make = tool({
  note: 'what `make` runs is written in the Makefile, also with -n',
  versions: '--version -v --help -h',
  reads: '-f --file --makefile',
});

export const buildPrograms: ProgramTable = {
  ...named('make gmake bmake', make),
  just: tool({ note: 'what it runs is written in the justfile', versions: '--version -V' }),
  ...named('task', tool({ note: 'what it runs is written in Taskfile.yml' })),
  cmake: tool({ note: 'what it runs is written in CMakeLists.txt', versions: '--version -version /V' }),
  ...named('ctest cpack', tool({ note: 'what it runs is written in the build folder' })),
  ninja: tool({ note: 'what it runs is written in build.ninja', reads: '-f' }),
  meson: tool({
    note: 'what it runs is written in meson.build',
    versions: '--version -v',
    fetches: 'subprojects wrap',
  }),
  scons: tool({
    note: 'what it runs is written in SConstruct',
    versions: '--version -v',
    steering: [{ file: 'SConstruct' }],
  }),
  ...named(
    'bazel bazelisk buck2 pants',
    tool({
      note: 'what it runs is written in the BUILD files',
      versions: '--version version',
      steering: [{ file: 'tools/bazel' }, { file: '.bazelversion' }, { file: '.bazelrc' }],
      fetches: '*',
    }),
  ),
  gradle: tool({
    note: 'what it runs is written in build.gradle',
    versions: '--version -v',
    fetches: '*',
  }),
  ...named(
    'mvn mvnd',
    tool({
      note: 'what it runs is written in pom.xml',
      versions: '--version -v',
      steering: [{ file: '.mvn' }],
      fetches: '*',
    }),
  ),
  ant: tool({ note: 'what it runs is written in build.xml', versions: '-version' }),
  sbt: tool({
    note: 'what it runs is written in build.sbt',
    steering: ['project', '.jvmopts', '.sbtopts', 'build.sbt'].map((file) => ({ file })),
    fetches: '*',
  }),
  ...named(
    'lein mill',
    tool({
      note: 'what it runs is written in the project',
      steering: [{ file: 'project.clj' }, { file: '.mill-version' }],
    }),
  ),
  cargo: tool({
    note: 'what it builds and runs is written in Cargo.toml, build.rs and the packages themselves',
    versions: '--version -V version',
    steering: cargoPins,
    fetches: 'build b run r test t check c install add update fetch publish search doc bench clippy login yank',
  }),
  rustup: tool({
    note: 'fetches and switches versions of Rust',
    versions: '--version -V',
    fetches: 'update install toolchain component target self',
    runs: 'run',
    skips: 1,
  }),
  ...named(
    'rustc rustfmt rustdoc',
    tool({ note: 'compiles as the source and its macros say', versions: '--version -V -vV', steering: cargoPins }),
  ),
  go: tool({
    note: 'what it builds and runs is written in go.mod and the packages themselves',
    versions: 'version',
    fetches: 'get install mod build run test vet generate list work tool',
  }),
  gofmt,
  goimports: tool({ note: 'looks for packages and rewrites files' }),
  dotnet: tool({
    note: 'what it builds and runs is written in the project files',
    versions: '--version',
    fetches: 'restore build run test add tool new publish nuget workload pack',
  }),
  ...named(
    'nuget msbuild',
    tool({
      note: 'what it runs is written in the project files',
      versions: '-version',
      fetches: 'install restore push update',
    }),
  ),
  composer: tool({
    note: 'scripts of composer.json and of packages are run',
    steering: [{ file: 'vendor' }],
    versions: '--version -V',
    fetches: 'install update require create-project global i u r remove outdated',
    runs: 'exec',
  }),
  ...named(
    'mix rebar3',
    tool({
      note: 'what it runs is written in mix.exs or rebar.config',
      steering: [{ file: 'mix.exs' }, { file: 'rebar.config' }],
      versions: '--version -v',
      fetches: 'deps.get local.hex hex.publish archive.install deps',
    }),
  ),
  gem: tool({
    note: 'packages run code of their own when they are installed',
    versions: '--version -v',
    fetches: 'install update fetch push search i',
  }),
  bundle: tool({
    note: 'what it runs and installs is written in the Gemfile',
    versions: '--version -v',
    steering: [{ file: 'Gemfile.lock' }, { file: '.bundle' }],
    fetches: 'bare install update add outdated i',
    runs: 'exec e',
  }),
  rake: tool({ note: 'what it runs is written in the Rakefile', versions: '--version -V' }),
  ...named(
    'rspec rails',
    tool({ note: 'runs code of the project', steering: [{ file: '.rspec' }, { file: 'bin/rails' }] }),
  ),
  ...named(
    'swift xcodebuild pod flutter dart zig',
    tool({
      note: 'what it builds and runs is written in the project',
      versions: '--version -version version',
      fetches: 'install update package pub build get fetch',
    }),
  ),
  ...named(
    'gcc g++ cc c++ clang clang++ ld',
    tool({ note: 'compiles files and may load plugins', versions: '--version -v' }),
  ),
  ...named(
    'shellcheck hadolint pandoc protoc buf clang-format clang-tidy as nim crystal redis-server mongod',
    tool({ note: 'what it does is not known' }),
  ),
  ...named('ffmpeg ffprobe', tool({ note: 'reads and writes what its words name', versions: '-version' })),
  nginx: tool({ note: 'serves files to others', versions: '-v -V' }),
  ...named(
    'javac kotlinc scalac ghc stack cabal ocaml opam',
    tool({ note: 'compiles as the project says', versions: '--version -version', fetches: 'install update build' }),
  ),
};

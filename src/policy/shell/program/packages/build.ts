import { type OptionSpec, readOptions } from '../../options.js';
import type { Program } from '../../program.js';
import type { Tool } from './tool.js';

const cargoPins = 'rust-toolchain rust-toolchain.toml';

const gofmtSpec: OptionSpec = { flags: '-d -e -l -s -w', values: '-r', noClusters: true };

/** Reads Go files and prints; with `-w` it rewrites them. */
export const gofmt: Program = (args, doing) => {
  const options = readOptions(args, gofmtSpec, doing);
  for (const path of options.operands) {
    doing.read(path, { deep: true });
    if (options.has('-w')) doing.write(path, { deep: true });
  }
};

export const buildTools: Readonly<Record<string, Tool>> = {
  'make gmake bmake': {
    note: 'what `make` runs is written in the Makefile, also with -n',
    versions: '--version -v --help -h',
    reads: '-f --file --makefile',
  },
  just: { note: 'what it runs is written in the justfile', versions: '--version -V' },
  ['task']: { note: 'what it runs is written in Taskfile.yml' },
  cmake: { note: 'what it runs is written in CMakeLists.txt', versions: '--version -version /V' },
  'ctest cpack': { note: 'what it runs is written in the build folder' },
  ninja: { note: 'what it runs is written in build.ninja', reads: '-f' },
  meson: { note: 'what it runs is written in meson.build', versions: '--version -v', fetches: 'subprojects wrap' },
  scons: { note: 'what it runs is written in SConstruct', versions: '--version -v', steering: 'SConstruct' },
  'bazel bazelisk buck2 pants': {
    note: 'what it runs is written in the BUILD files',
    versions: '--version version',
    steering: 'tools/bazel .bazelversion .bazelrc',
    fetches: '*',
  },
  gradle: { note: 'what it runs is written in build.gradle', versions: '--version -v', fetches: '*' },
  'mvn mvnd': {
    note: 'what it runs is written in pom.xml',
    versions: '--version -v',
    steering: '.mvn',
    fetches: '*',
  },
  ant: { note: 'what it runs is written in build.xml', versions: '-version' },
  sbt: {
    note: 'what it runs is written in build.sbt',
    steering: 'project .jvmopts .sbtopts build.sbt',
    fetches: '*',
  },
  'lein mill': { note: 'what it runs is written in the project', steering: 'project.clj .mill-version' },
  cargo: {
    note: 'what it builds and runs is written in Cargo.toml, build.rs and the packages themselves',
    versions: '--version -V version',
    steering: cargoPins,
    fetches: 'build b run r test t check c install add update fetch publish search doc bench clippy login yank',
  },
  rustup: {
    note: 'fetches and switches versions of Rust',
    versions: '--version -V',
    fetches: 'update install toolchain component target self',
    runs: 'run',
    skips: 1,
  },
  'rustc rustfmt rustdoc': {
    note: 'compiles as the source and its macros say',
    versions: '--version -V -vV',
    steering: cargoPins,
  },
  go: {
    note: 'what it builds and runs is written in go.mod and the packages themselves',
    versions: 'version',
    fetches: 'get install mod build run test vet generate list work tool',
  },
  goimports: { note: 'looks for packages and rewrites files' },
  dotnet: {
    note: 'what it builds and runs is written in the project files',
    versions: '--version',
    fetches: 'restore build run test add tool new publish nuget workload pack',
  },
  'nuget msbuild': {
    note: 'what it runs is written in the project files',
    versions: '-version',
    fetches: 'install restore push update',
  },
  composer: {
    note: 'scripts of composer.json and of packages are run',
    steering: 'vendor',
    versions: '--version -V',
    fetches: 'install update require create-project global i u r remove outdated',
    runs: 'exec',
  },
  'mix rebar3': {
    note: 'what it runs is written in mix.exs or rebar.config',
    steering: 'mix.exs rebar.config',
    versions: '--version -v',
    fetches: 'deps.get local.hex hex.publish archive.install deps',
  },
  gem: {
    note: 'packages run code of their own when they are installed',
    versions: '--version -v',
    fetches: 'install update fetch push search i',
  },
  bundle: {
    note: 'what it runs and installs is written in the Gemfile',
    versions: '--version -v',
    steering: 'Gemfile.lock .bundle',
    fetches: 'bare install update add outdated i',
    runs: 'exec e',
  },
  rake: { note: 'what it runs is written in the Rakefile', versions: '--version -V' },
  'rspec rails': { note: 'runs code of the project', steering: '.rspec bin/rails' },
  'swift xcodebuild pod flutter dart zig': {
    note: 'what it builds and runs is written in the project',
    versions: '--version -version version',
    fetches: 'install update package pub build get fetch',
  },
  'gcc g++ cc c++ clang clang++ ld': { note: 'compiles files and may load plugins', versions: '--version -v' },
  'shellcheck hadolint pandoc protoc buf clang-format clang-tidy as nim crystal redis-server mongod': {
    note: 'what it does is not known',
  },
  'ffmpeg ffprobe': { note: 'reads and writes what its words name', versions: '-version' },
  nginx: { note: 'serves files to others', versions: '-v -V' },
  'javac kotlinc scalac ghc stack cabal ocaml opam': {
    note: 'compiles as the project says',
    versions: '--version -version',
    fetches: 'install update build',
  },
};

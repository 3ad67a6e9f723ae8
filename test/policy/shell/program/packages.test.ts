import { expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { checkRows, sceneWith } from './program-rows.js';

it('JavaScript', () => {
  const { given, wanted } = checkRows(
    `
    npm --version =>
    npm -v =>
    npm test => unknown
    npm run build => unknown
    npm install => unknown; net <the hosts that packages come from>
    npm i left-pad => unknown; net <the hosts that packages come from>
    npm ci => unknown; net <the hosts that packages come from>
    npm ls => unknown
    npm version patch => unknown
    npm exec -- rm -rf / => unknown; net <the hosts that packages come from>; run rm -rf /
    npm exec rm -rf / => unknown; net <the hosts that packages come from>; run rm -rf /
    npx --version =>
    npx cowsay hi => unknown; net <the hosts that packages come from>; run cowsay hi
    npx -y cowsay hi => unknown; net <the hosts that packages come from>; run cowsay hi
    npx -p a b c => unknown; net <the hosts that packages come from>; run b c
    npx -c 'rm -rf /' => unknown; net <the hosts that packages come from>; script rm -rf /
    pnpm -v =>
    pnpm exec rm -rf / => unknown; net <the hosts that packages come from>; run rm -rf /
    pnpm dlx x => unknown; net <the hosts that packages come from>; run x
    pnpm install => unknown; net <the hosts that packages come from>
    yarn --version =>
    yarn => unknown; net <the hosts that packages come from>
    yarn add x => unknown; net <the hosts that packages come from>
    yarn exec rm -rf / => unknown; net <the hosts that packages come from>; run rm -rf /
    bun --version =>
    bun run x => unknown
    bunx x => unknown; net <the hosts that packages come from>; run x
    deno --version =>
    deno eval 'console.log(1)' => unknown
    deno run x.ts => unknown; net <the hosts that packages come from>
    grunt => unknown
    gulp => unknown
    jest => unknown
    vitest run => unknown
    mocha => unknown
    eslint . => unknown
    eslint --version =>
    prettier --check . => unknown
    tsc --noEmit => unknown
    tsc --version =>
    tsc -v =>
    webpack => unknown
    vite build => unknown
    esbuild a.ts => unknown
    npm --help =>
    npm help install => unknown
    npm --prefix ui install => unknown; net <the hosts that packages come from>
    `,
    sceneWith(),
  );
  expect(given).toBe(wanted);
});

it('Python', () => {
  const { given, wanted } = checkRows(
    `
    pip --version =>
    pip install -r requirements.txt => unknown; net <the hosts that packages come from>; read requirements.txt
    pip3 install x => unknown; net <the hosts that packages come from>
    pip list => unknown; net <the hosts that packages come from>
    pipx run x => unknown; net <the hosts that packages come from>; run x
    uv --version =>
    uv run rm -rf / => unknown; net <the hosts that packages come from>; run rm -rf /
    uv pip install x => unknown; net <the hosts that packages come from>
    uvx ruff => unknown; net <the hosts that packages come from>; run ruff
    poetry --version =>
    poetry run rm -rf / => unknown; run rm -rf /
    conda run -n env rm -rf / => unknown; run rm -rf /
    pytest => unknown
    pytest --version =>
    tox => unknown; net <the hosts that packages come from>
    nox => unknown; net <the hosts that packages come from>
    ruff check . => unknown
    ruff --version =>
    black . => unknown
    mypy . => unknown
    `,
    sceneWith(),
  );
  expect(given).toBe(wanted);
});

it('build tools', () => {
  const { given, wanted } = checkRows(
    `
    gem --version =>
    gem install x => unknown; net <the hosts that packages come from>
    bundle exec rspec => unknown; run rspec
    bundle --version =>
    cargo --version =>
    cargo -V =>
    cargo build => unknown; net <the hosts that packages come from>
    cargo +nightly --version => unknown
    rustup run stable rm -rf / => unknown; run rm -rf /
    rustc --version =>
    rustc -vV =>
    rustc a.rs => unknown
    go version =>
    go build ./... => unknown; net <the hosts that packages come from>
    go test ./... => unknown; net <the hosts that packages come from>
    go env => unknown
    gofmt -l . => read . deep
    gofmt -d a.go => read a.go deep
    gofmt -w a.go => read a.go deep; write a.go deep
    gofmt -cpuprofile x a.go => unknown; read x deep; read a.go deep
    make => unknown
    make -n => unknown
    make -f other.mk x => unknown; read other.mk
    make --version =>
    cmake --version =>
    cmake -B build => unknown
    ninja => unknown
    meson setup b => unknown
    bazel --version =>
    bazel build x => unknown; net <the hosts that packages come from>
    gradle --version =>
    gradle build => unknown; net <the hosts that packages come from>
    mvn --version =>
    mvn test => unknown; net <the hosts that packages come from>
    ant => unknown
    sbt test => unknown; net <the hosts that packages come from>
    dotnet --version =>
    dotnet build => unknown; net <the hosts that packages come from>
    nuget restore => unknown; net <the hosts that packages come from>
    composer install => unknown; net <the hosts that packages come from>
    composer --version =>
    mix test => unknown
    rake => unknown
    gcc a.c => unknown
    gcc --version =>
    cargo --help =>
    make --help =>
    `,
    sceneWith(),
  );
  expect(given).toBe(wanted);
});

it('the machine', () => {
  const { given, wanted } = checkRows(
    `
    brew install x => unknown; net <the hosts that packages come from>
    brew --version =>
    apt install x => unknown; net <the hosts that packages come from>
    apt-get update => unknown; net <the hosts that packages come from>
    apt-get --version =>
    apt list => unknown
    aptitude install x => unknown; net <the hosts that packages come from>
    dpkg -i a.deb => unknown
    yum install x => unknown; net <the hosts that packages come from>
    dnf install x => unknown; net <the hosts that packages come from>
    pacman -S x => unknown; net <the hosts that packages come from>
    apk add x => unknown; net <the hosts that packages come from>
    snap install x => unknown; net <the hosts that packages come from>
    flatpak run x => unknown; run x
    nix run x => unknown; net <the hosts that packages come from>
    nix-shell -p x --run 'rm -rf /' => unknown; net <the hosts that packages come from>; script rm -rf /
    `,
    sceneWith(),
  );
  expect(given).toBe(wanted);
});

it('asks where a file of the project decides which program tells the version', () => {
  const { given, wanted } = checkRows(
    `
    cargo --version => unknown
    rustc -V => unknown
    yarn --version => unknown
    npm --version =>
    mvn -v => unknown
    pytest --version => unknown
    jest --version => unknown
    bazel --version => unknown
    go version =>
    `,
    sceneWith(
      '/ws/rust-toolchain.toml',
      '/ws/.yarnrc.yml',
      '/ws/.mvn/',
      '/ws/conftest.py',
      '/ws/node_modules/',
      '/ws/tools/bazel',
    ),
  );
  expect(given).toBe(wanted);
});

it('looks for the text that pins a package manager', () => {
  const scene = (text: string | undefined) => ({
    scene: { ...sceneWith('/ws/package.json').scene, readText: () => text },
  });
  expect(recordDoing(['pnpm', '-v'], scene('{}'))).toEqual([]);
  const pinned = ['unknown which program answers is set by package.json in the project'];
  expect(recordDoing(['pnpm', '-v'], scene('{"packageManager":"pnpm@9"}'))).toEqual(pinned);
  expect(recordDoing(['pnpm', '-v'], scene(undefined))).toEqual(pinned);
});

it('names the file that says what is run', () => {
  expect([recordDoing(['npm', 'test']), recordDoing(['make', '-n'])]).toEqual([
    ['unknown what it runs is written in package.json and in the packages themselves'],
    ['unknown what `make` runs is written in the Makefile, also with -n'],
  ]);
});

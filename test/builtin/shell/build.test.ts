import { describe, expect, it } from 'vitest';
import { build, createBuild } from '../../../src/builtin/shell/build.js';
import { verifies } from '../../requirements.js';
import { createRandom } from '../../support/random.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

const script = JSON.stringify({ scripts: { build: 'tsc' } });

/** The command that would be run where these files are. */
async function found(files: Readonly<Record<string, string>>, tool = build): Promise<string | undefined> {
  const { ctx, write } = createBench();
  for (const [path, text] of Object.entries(files)) write(`p/${path}`, text);
  const plan = await tool.plan?.({ cwd: 'p' }, ctx);
  return plan !== undefined && 'preview' in plan && plan.preview.kind === 'command' ? plan.preview.command : undefined;
}

describe('build', () => {
  it('finds the command of a project', async () => {
    verifies('terminals.build.found');
    const projects: readonly (readonly [files: Record<string, string>, command: string])[] = [
      [{ 'package.json': script }, 'npm run build'],
      [{ 'package.json': script, 'package-lock.json': '', Makefile: '' }, 'npm run build'],
      [{ 'package.json': script, 'pnpm-lock.yaml': '' }, 'pnpm run build'],
      [{ 'package.json': script, 'yarn.lock': '' }, 'yarn run build'],
      [{ 'package.json': script, 'bun.lock': '' }, 'bun run build'],
      [
        { 'package.json': script.replace('{', '{"packageManager":"yarn@4.1.0",'), 'pnpm-lock.yaml': '' },
        'yarn run build',
      ],
      [{ 'package.json': '{"scripts":{"test":"x"}}', Makefile: 'all:' }, 'make'],
      [{ 'package.json': 'no json', GNUmakefile: 'all:' }, 'make'],
      [{ 'Cargo.toml': '' }, 'cargo build'],
      [{ 'go.mod': '' }, 'go build ./...'],
      [{ 'pom.xml': '' }, 'mvn package'],
      [{ 'pom.xml': '', mvnw: '' }, './mvnw package'],
      [{ 'build.gradle.kts': '', gradlew: '' }, './gradlew build'],
      [{ 'build.gradle': '' }, 'gradle build'],
      [{ 'CMakeLists.txt': '' }, 'cmake -S . -B build && cmake --build build'],
      [{ 'meson.build': '' }, 'meson setup build && meson compile -C build'],
      [{ 'build.zig': '' }, 'zig build'],
      [{ 'mix.exs': '' }, 'mix compile'],
      [{ 'app.sln': '' }, 'dotnet build'],
      [{ 'pyproject.toml': '[build-system]\nrequires = []\n' }, 'python3 -m build'],
    ];
    const commands = await Promise.all(projects.map(([files]) => found(files)));
    expect(commands).toEqual(projects.map(([, command]) => command));
  });

  it('runs what it found, says which and why, and policy judges that', async () => {
    verifies('terminals.build.found');
    const { ctx, write, read } = createBench();
    write('Makefile', 'all:\n\t@echo built; echo x > out.txt\n');
    const { value, shown, plan, facts } = await callOk(build, {}, ctx);
    expect(value).toMatchObject({
      command: 'make',
      found_in: 'there is a Makefile',
      exit_code: 0,
      output: 'built\n',
    });
    expect(shown).toMatch(/^\[make: there is a Makefile\]\nbuilt\n\[exit code 0\]/);
    expect(read('out.txt')).toBe('x\n');
    expect(plan).toMatchObject({ preview: { kind: 'command', command: 'make', timeoutMs: 120_000 } });
    expect(facts[0]).toMatchObject({ kind: 'exec', target: 'make' });
    const given = await callTool(build, { command: 'echo mine; exit 3', timeout_ms: 300_000 }, ctx);
    expect(given.failure).toMatchObject({ errorType: 'io_error', message: 'exit code 3' });
    expect(given.value).toMatchObject({ command: 'echo mine; exit 3', found_in: 'the call says so', output: 'mine\n' });
    const late = await callTool(build, { command: 'sleep 20', timeout_ms: 200 }, ctx);
    expect(late.failure?.errorType).toBe('timeout');
    expect(build.parameters['properties']).toMatchObject({ timeout_ms: { maximum: 300_000 } });
  });

  it('takes the first of several, and names the others', async () => {
    verifies('terminals.build.several');
    const { ctx, write } = createBench();
    write('Makefile', 'all:\n\t@echo made\n');
    write('go.mod', '');
    write('pyproject.toml', '[build-system]\n');
    const { value, shown } = await callOk(build, {}, ctx);
    expect(value).toMatchObject({ command: 'make', output: 'made\n' });
    expect(shown).toMatch(
      /^\[make: there is a Makefile; not run: go build \.\/\.\.\. \(there is a go\.mod\), python3 -m build \(pyproject\.toml has a build system\)\]/,
    );
  });

  it('says what it looked for', async () => {
    verifies('terminals.build.missing');
    const { ctx, write } = createBench();
    write('empty/readme.txt', '');
    const missing = await callTool(build, { cwd: 'empty' }, ctx);
    expect(missing.failure).toMatchObject({ errorType: 'not_found' });
    expect(missing.failure?.message).toMatch(
      /^No build command was found in empty\. Looked for: package\.json .*pyproject/,
    );
    expect((await callTool(build, { cwd: 'nowhere' }, ctx)).failure?.errorType).toBe('not_found');
    expect((await callTool(build, { cwd: '../outside' }, ctx)).failure?.errorType).toBe('validation_failed');
    for (const command of ['', ' ', 'a\0b'])
      expect((await callTool(build, { command }, ctx)).failure?.errorType).toBe('validation_failed');
  });

  it('knows only npm and make where that is asked for', async () => {
    const tool = createBuild({ finds: 'npm-or-make' });
    expect(await found({ 'package.json': '{}', Makefile: '' }, tool)).toBe('npm run build');
    expect(await found({ Makefile: '', 'Cargo.toml': '' }, tool)).toBe('make');
    expect(await found({ 'Cargo.toml': '' }, tool)).toBe('npm run build');
  });

  it('answers random arguments with results or typed errors', async () => {
    verifies('terminals.fuzz.typed');
    const { pick, chance } = createRandom(10);
    const { ctx, write } = createBench();
    for (const name of ['package.json', 'pyproject.toml']) write(`odd/${name}`, '\0{"scripts": [');
    write('list/package.json', '[1]');
    const texts = [
      '',
      '.',
      '..',
      'odd',
      'list',
      'odd/package.json',
      'a\0b',
      '/nowhere',
      '\ud800',
      'x'.repeat(5000),
      'true',
    ];
    for (let at = 0; at < 40; at += 1) {
      const args = { ...(chance(0.7) && { cwd: pick(texts) }), ...(chance(0.4) && { command: pick(texts) }) };
      const { failure } = await callTool(build, { ...args, timeout_ms: 2000 }, ctx);
      expect(failure?.errorType, JSON.stringify(args).slice(0, 100)).not.toBe('internal_error');
    }
  });
});

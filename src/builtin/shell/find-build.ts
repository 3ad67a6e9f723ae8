import { parseJson } from '../../base/json.js';
import type { PlanContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { resolvePlace } from '../place-fact.js';
import type { FoundCommand } from './command-run.js';

/** A folder in which a build is looked for. */
interface BuildFolder {
  readonly names: ReadonlySet<string>;
  /** The text of a file; undefined when it cannot be read. */
  read(name: string): Promise<string | undefined>;
}

/** The build command of a folder of the workspace, or why there is none. */
export async function findBuildIn(
  cwd: string,
  ctx: PlanContext,
  finds: 'any' | 'npm-or-make',
): Promise<FoundCommand | ToolFailure> {
  const place = resolvePlace(cwd, ctx);
  if (isFailure(place)) return place;
  if (!place.inside) {
    const message = `cwd ${place.shown} is outside the workspace, where no build command is looked for. Give the command.`;
    return fail('validation_failed', message);
  }
  const folder = place.kind === 'directory' ? await openFolder(place, ctx) : emptyFolder;
  if (isFailure(folder)) return folder;
  if (finds === 'npm-or-make') return findNpmOrMake(folder);
  const found = await findBuild(folder);
  if (found !== undefined) return found;
  const where = place.kind === 'directory' ? place.shown : `${place.shown}, which is no folder`;
  return fail(
    'not_found',
    `No build command was found in ${where}. Looked for: ${lookedFor}. Give the command, or cwd.`,
  );
}

const emptyFolder: BuildFolder = { names: new Set(), read: async () => undefined };
const maxFile = 1024 * 1024;

async function openFolder(place: Place, { workspace }: PlanContext): Promise<BuildFolder | ToolFailure> {
  const entries = await workspace.list(place);
  if (isFailure(entries)) return entries;
  return {
    names: new Set(entries.filter(({ type }) => type === 'FILE' || type === 'LINK').map(({ name }) => name)),
    async read(name) {
      const file = workspace.reach(`${place.path}/${name}`);
      // What a link leads to outside is not looked at unasked.
      if (isFailure(file) || file.kind !== 'file' || !file.inside || file.size > maxFile) return undefined;
      const content = await workspace.read(file);
      return isFailure(content) ? undefined : new TextDecoder().decode(content);
    },
  };
}

/** The first that tells, with what others would have run; undefined when nothing tells. */
async function findBuild(folder: BuildFolder): Promise<FoundCommand | undefined> {
  const all = await Promise.all(finders.map((find) => find(folder)));
  const [first, ...others] = all.filter((found) => found !== undefined);
  if (first === undefined || others.length === 0) return first;
  const also = others.map(({ command, why }) => `${command} (${why})`).join(', ');
  return { ...first, why: `${first.why}; not run: ${also}` };
}

/** For whom there is only npm and make. */
function findNpmOrMake({ names }: BuildFolder): FoundCommand {
  if (names.has('package.json')) return { command: 'npm run build', why: 'there is a package.json' };
  if (names.has('Makefile')) return { command: 'make', why: 'there is a Makefile' };
  return { command: 'npm run build', why: 'there is neither a package.json nor a Makefile' };
}

type Finder = (folder: BuildFolder) => Promise<FoundCommand | undefined> | FoundCommand | undefined;

const finders: readonly Finder[] = [
  findScript,
  ({ names }) => named(names, ['GNUmakefile', 'makefile', 'Makefile'], 'make'),
  ({ names }) => named(names, ['Cargo.toml'], 'cargo build'),
  ({ names }) => named(names, ['go.mod'], 'go build ./...'),
  ({ names }) => named(names, ['pom.xml'], names.has('mvnw') ? './mvnw package' : 'mvn package'),
  ({ names }) =>
    named(names, ['build.gradle', 'build.gradle.kts'], names.has('gradlew') ? './gradlew build' : 'gradle build'),
  ({ names }) => named(names, ['CMakeLists.txt'], 'cmake -S . -B build && cmake --build build'),
  // Once it is set up, setting it up again changes nothing; to be told to do it anew, it must have been before.
  ({ names }) => named(names, ['meson.build'], 'meson setup build && meson compile -C build'),
  ({ names }) => named(names, ['build.zig'], 'zig build'),
  ({ names }) => named(names, ['mix.exs'], 'mix compile'),
  ({ names }) =>
    named(
      names,
      [...names].filter((name) => /\.(?:sln|slnx|csproj|fsproj)$/.test(name)),
      'dotnet build',
    ),
  findPython,
];

/** What is looked for, for people and models. */
const lookedFor =
  'package.json with a build script, Makefile, Cargo.toml, go.mod, pom.xml, build.gradle, CMakeLists.txt, meson.build, build.zig, mix.exs, *.sln, pyproject.toml with a build system';

function named(names: ReadonlySet<string>, wanted: readonly string[], command: string): FoundCommand | undefined {
  const found = wanted.find((name) => names.has(name));
  return found === undefined ? undefined : { command, why: `there is a ${found}` };
}

async function findScript({ names, read }: BuildFolder): Promise<FoundCommand | undefined> {
  if (!names.has('package.json')) return undefined;
  const parsed = parseJson((await read('package.json')) ?? '');
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return undefined;
  const { scripts, packageManager } = parsed.value as { scripts?: unknown; packageManager?: unknown };
  const build = typeof scripts === 'object' && scripts !== null ? (scripts as { build?: unknown }).build : undefined;
  if (typeof build !== 'string' || build.trim() === '') return undefined;
  const { manager, why } = managerOf(names, packageManager);
  return { command: `${manager} run build`, why: `package.json has a build script, and ${why}` };
}

const lockfiles: readonly (readonly [file: string, manager: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

function managerOf(names: ReadonlySet<string>, field: unknown): { readonly manager: string; readonly why: string } {
  const [, pinned] = /^(npm|pnpm|yarn|bun)@/.exec(typeof field === 'string' ? field : '') ?? [];
  if (pinned !== undefined) return { manager: pinned, why: `names ${pinned} as its package manager` };
  const [file, manager] = lockfiles.find(([name]) => names.has(name)) ?? [];
  if (file === undefined || manager === undefined) return { manager: 'npm', why: 'there is no lockfile' };
  return { manager, why: `there is a ${file}` };
}

async function findPython({ names, read }: BuildFolder): Promise<FoundCommand | undefined> {
  if (!names.has('pyproject.toml')) return undefined;
  const hasSystem = /^\s*\[build-system\]/m.test((await read('pyproject.toml')) ?? '');
  return hasSystem ? { command: 'python3 -m build', why: 'pyproject.toml has a build system' } : undefined;
}

import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { readSources, root, type SourceFile } from './source.js';

/** A room imports only itself and rooms above it. Those of one line do not know each other. */
const order = [
  ['base'],
  ['schema'],
  ['tool'],
  ['workspace'],
  ['dialect'],
  ['model'],
  ['policy'],
  ['sandbox'],
  ['store'],
  ['change'],
  ['run'],
  ['history'],
  ['agent'],
  ['builtin'],
  ['extend'],
  ['profile'],
  ['config'],
  ['session'],
  ['systems', 'client'],
  ['testing'],
  ['tui', 'gateway', 'mcp-server', 'editor'],
  ['cli'],
] as const;

/** The program starts the other faces: it may run what they have. */
const started: readonly string[] = order[order.length - 2] ?? [];
const faces: readonly string[] = [...started, 'cli'];

/** What a face may run of other rooms, beside what the package exports; of the rest it may know types only. */
const openToFaces = ['base', 'session', 'systems', 'client', 'config'];

const rank = (room: string): number => order.findIndex((line) => (line as readonly string[]).includes(room));
const roomOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';

it('has only rooms of the list', () => {
  const folders = readdirSync(`${root}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => rank(name) === -1)).toEqual([]);
});

it('imports only from the same room or one above it', () => {
  verifies('core.ground.architecture-test', 'design.rooms.import-direction', 'design.rooms.policy-below-run');
  expect(wrongWay(readSources())).toEqual([]);
});

it('finds an import against the direction, also between rooms of one line and of testing', () => {
  verifies('core.ground.architecture-test');
  const file = (path: string, target: string): SourceFile =>
    ({
      path,
      room: roomOf(path),
      imports: [{ target, relative: true, typeOnly: true, reExport: false }],
    }) as unknown as SourceFile;
  const wrong = [
    file('src/policy/rule.ts', 'src/run/call.ts'),
    file('src/gateway/main.ts', 'src/tui/screen.ts'),
    file('src/cli/main.ts', 'src/testing/index.ts'),
    file('src/base/id.ts', 'src/index.ts'),
  ];
  expect(wrongWay(wrong)).toHaveLength(4);
  expect(wrongWay([file('src/run/call.ts', 'src/policy/rule.ts'), file('src/base/id.ts', 'src/base/text.ts')])).toEqual(
    [],
  );
});

it('lets a model reach the road only through its port', () => {
  verifies('core.model.port', 'design.rooms.policy-below-run');
  const rooms = ['run', 'history', 'agent', 'session'];
  const providers = readSources()
    .filter(({ room }) => rooms.includes(room))
    .flatMap(({ path, imports }) => imports.filter(isProvider).map(({ target }) => `${path} → ${target}`));
  expect(providers).toEqual([]);
});

it('gives the faces what the package exports, and of the rest only types', () => {
  verifies('design.road.same-api');
  const exported =
    readSources()
      .find(({ path }) => path === 'src/index.ts')
      ?.imports.map(({ target }) => target) ?? [];
  const isOpen = (room: string, target: string): boolean =>
    [room, ...openToFaces, ...(room === 'cli' ? started : [])].includes(roomOf(target)) || exported.includes(target);
  const wrong = readSources()
    .filter(({ room }) => faces.includes(room))
    .flatMap(({ path, room, imports }) =>
      imports
        .filter(({ relative, typeOnly, target }) => relative && !typeOnly && !isOpen(room, target))
        .map(({ target }) => `${path} → ${target}`),
    );
  expect(wrong).toEqual([]);
});

it('lets faces have sessions only where they are opened: all else goes through the client port', () => {
  verifies('client.port.only');
  const openers = [
    // Opens them for a port, or is handed them for one.
    'src/cli/local-client.ts',
    'src/cli/mcp/mcp-command.ts',
    'src/cli/tools-command.ts',
    'src/mcp-server/mcp-host.ts',
  ];
  const users = readSources().filter(
    ({ room, imports }) => faces.includes(room) && imports.some(({ target }) => holdsSession(target)),
  );
  expect(users.map(({ path }) => path)).toEqual(openers);
  const others = users.flatMap(({ imports }) => imports.filter(({ target }) => holdsSession(target)));
  expect(new Set(others.map(({ target }) => target))).toEqual(new Set(['src/session/session.ts']));
});

/** An open session, its parts, and what is done with those. */
const holdsSession = (target: string): boolean =>
  /^src\/session\/(?:session|session-core|session-state|start-turn|called-turn|beside-turns|queued-messages|person-command|rewind-session)\.ts$/.test(
    target,
  );

function wrongWay(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ room }) => room !== '')
    .flatMap(({ path, room, imports }) =>
      imports
        .filter(({ relative, target }) => relative && !mayImport(room, roomOf(target)))
        .map(({ target }) => `${path} → ${target}`),
    );
}

function mayImport(room: string, target: string): boolean {
  if (room === target) return true;
  return target !== '' && target !== 'testing' && rank(target) < rank(room);
}

function isProvider({ target }: { readonly target: string }): boolean {
  return target.startsWith('src/model/provider/');
}

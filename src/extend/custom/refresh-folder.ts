import { sha256 } from '../../base/digest.js';
import { type TakenNames, takenNames } from '../declared/tool-name.js';
import type { ExtensionHost, ExtensionTurn } from '../extension.js';
import type { LoadedFile } from './load-module.js';
import type { ToolFile, ToolFolder } from './tool-folder.js';
import type { TrialRoom } from './trial-room.js';

/** A folder of tools, and what is registered of it. */
export interface WatchedFolder {
  readonly folder: ToolFolder;
  readonly files: Map<string, { readonly hash: string; readonly names: readonly string[] }>;
  /** What could not be loaded, and why: it is not tried again as it is. */
  readonly broken: Map<string, { readonly hash: string; readonly problem: string }>;
  /** What was told of each file, so that it is told once. */
  readonly told: Map<string, string>;
}

/** Reads a folder again: what is as it was stays, what changed is loaded anew, what is gone or may not be used is taken away. */
export async function refreshFolder(
  { folder, files, broken, told }: WatchedFolder,
  host: ExtensionHost,
  turn?: ExtensionTurn,
): Promise<void> {
  const { registry, log } = host;
  const content = await folder.read(turn);
  const tell = (path: string, message: string): void => {
    if (told.get(path) !== message) log.warn(`${folder.shown}${path === '' ? '' : `/${nameOf(path)}`}: ${message}`);
    told.set(path, message);
  };
  const there = new Map(content.files.filter(isToolFile).map((file) => [file.path, file]));
  const drop = (path: string): void => {
    for (const name of files.get(path)?.names ?? []) registry.unregister(name);
    files.delete(path);
  };
  // Of what may not be used, what is as it was when it could be stays.
  for (const [path, { hash }] of [...files]) if (hashOf(there.get(path)) !== hash) drop(path);
  for (const path of told.keys()) if (path !== '' && !there.has(path)) told.delete(path);
  for (const [path, { hash }] of [...broken]) if (hashOf(there.get(path)) !== hash) broken.delete(path);
  const fresh = [...there].filter(([path]) => !files.has(path));
  if (content.withheld !== undefined) {
    tell('', fresh.length === 0 ? content.withheld : `${content.withheld} (${namesOf(fresh.map(([path]) => path))})`);
    return;
  }
  told.delete('');
  if (fresh.length === 0) return;
  // What the model made gives way.
  const names = takenNames(registry.list().filter(({ source }) => source !== 'dynamic'));
  const load = fileLoader(host, { own: folder.own === true });
  for (const [path, file] of fresh) {
    const loaded = broken.get(path) ?? (await load.file(file));
    if ('problem' in loaded) broken.set(path, { hash: hashOf(file), problem: loaded.problem });
    const problem = 'problem' in loaded ? loaded.problem : takenBy(loaded, names);
    if (problem !== undefined || 'problem' in loaded) {
      tell(path, problem ?? '');
      continue;
    }
    told.delete(path);
    for (const tool of loaded.tools) {
      if (registry.get(tool.name) === undefined) registry.register(tool);
      else registry.replace(tool);
      names.add(tool.name);
    }
    files.set(path, { hash: hashOf(file), names: loaded.tools.map(({ name }) => name) });
  }
  load.close();
}

/** All tools of a file or none: half of them would be a tool set nobody wrote. */
function takenBy({ tools }: Extract<LoadedFile, { tools: unknown }>, names: TakenNames): string | undefined {
  const own = takenNames([]);
  for (const { name } of tools) {
    const problem = names.problem(name) ?? own.problem(name);
    if (problem !== undefined) return problem;
    own.add(name);
  }
  return undefined;
}

const maxNamed = 20;

/** A name is told as it is where nothing in it could pass for something else. */
const nameOf = (path: string): string => (/^[\w. -]+$/.test(path) ? path : JSON.stringify(path));

const namesOf = (paths: readonly string[]): string =>
  [
    ...paths.slice(0, maxNamed).map(nameOf),
    ...(paths.length > maxNamed ? [`${paths.length - maxNamed} more`] : []),
  ].join(', ');

const modules = /\.(?:js|mjs|ts|mts)$/;
const declared = /\.(?:json|ya?ml)$/;

const isToolFile = ({ path }: ToolFile): boolean =>
  !path.includes('/') && (modules.test(path) || declared.test(path)) && !path.endsWith('.d.ts');

function fileLoader({ mask, env }: ExtensionHost, { own }: { readonly own: boolean }) {
  let room: TrialRoom | undefined;
  return {
    async file({ path, bytes }: ToolFile): Promise<LoadedFile> {
      if (modules.test(path)) {
        const [{ createTrialRoom }, { loadModule }] = await Promise.all([
          import('./trial-room.js'),
          import('./load-module.js'),
        ]);
        room ??= createTrialRoom();
        return loadModule(bytes, { typed: /ts$/.test(path), room });
      }
      const { declaredTool } = await import('./declared-tool.js');
      return declaredTool(Buffer.from(bytes).toString(), { yaml: !path.endsWith('.json'), mask, ...(own && { env }) });
    },
    close: () => room?.close(),
  };
}

const hashOf = (file: ToolFile | undefined): string => (file === undefined ? '' : sha256(file.bytes));

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { resolvePath } from '../../workspace/resolve-path.js';
import type { CommandContext } from './command-context.js';

const maxTextBytes = 1024 * 1024;
const maxBytes = 64 * 1024 * 1024;
const maxNames = 10_000;

export type CommandContextOptions = Pick<CommandContext, 'root' | 'cwd' | 'home' | 'env'>;

/** The real machine, as a command that runs now would find it. */
export function createCommandContext({ root, cwd, home, env }: CommandContextOptions): CommandContext {
  return {
    root,
    cwd,
    home,
    env,
    resolve: (path) => resolvePath(path, root),
    readBytes: (path) => readBounded(path, maxBytes),
    readText: (path) => readBounded(path, maxTextBytes)?.toString('utf8'),
    links: remembered(findLinks),
    list: remembered(listNames),
  };
}

/** A command may come back to a folder thousands of times. What is remembered ends with its analysis. */
function remembered<T>(look: (folder: string) => T): (folder: string) => T {
  const known = new Map<string, T>();
  return (folder) => {
    if (!known.has(folder)) known.set(folder, look(folder));
    return known.get(folder) as T;
  };
}

function listNames(path: string): readonly string[] | undefined {
  try {
    const names = readdirSync(path);
    return names.length > maxNames ? undefined : names;
  } catch {
    return undefined;
  }
}

function readBounded(path: string, most: number): Buffer | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= most ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

const maxLooked = 20_000;

function findLinks(folder: string): readonly string[] | undefined {
  const links: string[] = [];
  const open = [folder];
  let looked = 0;
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const entry of entriesOf(path)) {
      looked += 1;
      if (looked > maxLooked) return undefined;
      if (entry.isSymbolicLink()) links.push(`${path}/${entry.name}`);
      else if (entry.isDirectory()) open.push(`${path}/${entry.name}`);
    }
  }
  return links;
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

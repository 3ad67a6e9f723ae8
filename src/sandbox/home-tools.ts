import { isBeneath } from '../base/is-beneath.js';
import { namesIn, realPath } from './look.js';
import type { MountPlan } from './mount-plan.js';

/** Where version managers and languages install themselves in a home. */
const tools = [
  '.asdf',
  '.bun',
  '.cargo/bin',
  '.deno',
  '.dotnet',
  '.elan',
  '.fnm',
  '.ghcup',
  '.juliaup',
  '.linuxbrew',
  '.local/bin',
  '.local/lib',
  '.local/pipx',
  '.local/share/fnm',
  '.local/share/mise',
  '.local/share/nvm',
  '.local/share/pipx',
  '.local/share/pnpm',
  '.local/share/rtx',
  '.local/share/uv',
  '.local/share/virtualenvs',
  '.mise',
  '.nix-profile',
  '.nodenv',
  '.nvm',
  '.opam',
  '.pixi',
  '.pyenv',
  '.rbenv',
  '.rustup',
  '.rvm',
  '.sdkman',
  '.swiftly',
  '.volta',
  'anaconda3',
  'go/bin',
  'miniconda3',
  'miniforge3',
  'mambaforge',
];

/** What package managers keep of what they once fetched, where they can do with reading it. */
const caches = [
  '.cache/pip',
  '.cache/yarn',
  '.cargo/git',
  '.cargo/registry',
  '.m2/repository',
  '.npm/_cacache',
  'go/pkg/mod',
];

/**
 * Shows of the home what ordinary builds need, read-only: only what is there. A package manager that can fetch wants to
 * write its cache: it then gets an empty one.
 */
export function addHomeTools(plan: MountPlan, home: string, { network }: { readonly network: boolean }): void {
  const listed = new Map<string, ReadonlySet<string>>();
  const holds = (folder: string, name: string): boolean => {
    const names = listed.get(folder) ?? new Set(namesIn(folder));
    listed.set(folder, names);
    return names.has(name);
  };
  const isThere = (path: string): boolean => {
    const names = path.split('/');
    return names.every((name, at) => holds([home, ...names.slice(0, at)].join('/'), name));
  };
  for (const path of [...tools, ...(network ? [] : caches)]) {
    if (isThere(path) && !holdsHome(`${home}/${path}`, home)) plan.show(`${home}/${path}`);
  }
}

/** By a link, a place in the home may lead to all of it. */
const holdsHome = (path: string, home: string): boolean => isBeneath(home, realPath(path) ?? path);

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { version } from '../src/base/version.js';

const require = createRequire(import.meta.url);

/** What is compared, with its version. */
export function versions(): readonly string[] {
  const packages = [
    '@mariozechner/pi-agent-core',
    'ai',
    '@ai-sdk/openai-compatible',
    '@photostructure/sqlite',
    '@modelcontextprotocol/client',
  ];
  return [`node ${process.version}`, `toolwright ${version}`, ...packages.map((name) => `${name} ${versionOf(name)}`)];
}

/** The folder of an installed package, also of one that does not export its package.json. */
export function packageFolder(name: string, from: NodeJS.Require = require): string {
  const folders = (from.resolve.paths(name) ?? []).map((folder) => join(folder, name));
  const found = folders.find((folder) => existsSync(join(folder, 'package.json')));
  if (found === undefined) throw new Error(`${name} is not installed: run npm ci`);
  return found;
}

function versionOf(name: string): string {
  const description: { version?: string } = JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8'));
  return description.version ?? 'unknown';
}

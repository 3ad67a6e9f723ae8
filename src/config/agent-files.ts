import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../base/attempt.js';
import type { AgentFile } from '../extend/agent/agent.js';
import { contentText, readConfigFile } from './config-file.js';
import type { FoundText } from './config-layer.js';
import type { ConfigPaths } from './config-paths.js';
import type { TrustInspection } from './trust.js';

const folder = 'agents';
const isAgent = (name: string): boolean => name.endsWith('.md');
/** More than anybody reads through. */
const maxFiles = 200;

/**
 * Files that define agents: the user's own, then those of a workspace that is trusted, from the very bytes that were. One that
 * cannot be read stands there with no text, which its reader tells as a problem.
 */
export function findAgentFiles({ user }: ConfigPaths, trust: TrustInspection | undefined): readonly AgentFile[] {
  const own = user === undefined ? [] : ownFiles(join(dirname(user), folder));
  if (trust?.state !== 'trusted') return own;
  const brought = trust.files
    .filter(
      ({ path }) => path.startsWith(`${folder}/`) && isAgent(path) && !path.slice(folder.length + 1).includes('/'),
    )
    .slice(0, maxFiles);
  return [...own, ...brought.map((file) => read(`${trust.folder}/${file.path}`, contentText(file)))];
}

function ownFiles(place: string): readonly AgentFile[] {
  return attempt(() => readdirSync(place), [])
    .filter(isAgent)
    .sort()
    .slice(0, maxFiles)
    .map((name) => read(join(place, name), readConfigFile(join(place, name))));
}

const read = (path: string, found: FoundText | undefined): AgentFile => ({
  path,
  text: found?.ok === true ? found.text : '',
});

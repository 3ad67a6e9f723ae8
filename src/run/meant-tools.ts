import { nearest } from '../base/nearest.js';
import { nameHere } from '../tool/other-names.js';

/** The tools of these that a name which none has may mean; none where that would be a wild guess. */
export function meantTools(name: string, names: readonly string[]): readonly string[] {
  // Some models write where a tool is beside what it is called: `functions.read_file`.
  const bare = name.slice(0, maxName).replace(/^.*[.:/](?=.)/, '');
  const slip = nearest(bare, names, 1);
  if (slip !== undefined) return [slip];
  const here = nameHere(bare);
  if (here !== undefined && names.includes(here)) return [here];
  // A server's tool by the name that the server gives it.
  const ofServers = names.filter((one) => one.endsWith(`__${bare}`));
  if (ofServers.length > 0) return ofServers.slice(0, mostMeant);
  const near = nearest(bare, names);
  return near === undefined ? [] : [near];
}

const maxName = 100;
const mostMeant = 3;

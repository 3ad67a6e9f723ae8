import { homedir } from 'node:os';
import type { Fact } from '../../tool/fact.js';
import { isFailure } from '../../tool/outcome.js';
import { placeName, type WorkspacePort } from '../../tool/port.js';
import type { Hook } from './hook.js';

interface Context {
  readonly workspace: WorkspacePort;
  readonly home: string | undefined;
}

/** What a hook, or a server, may do beside reading the workspace, in the form in which the sandbox is told. */
export function hookFacts(
  { writes = [], hosts = [] }: Pick<Hook, 'writes' | 'hosts'>,
  context: Context,
): readonly Fact[] {
  return [
    ...writes.flatMap((path) => writeFact(path, context)),
    ...hosts.map((target): Fact => ({ kind: 'net', target, where: 'nowhere', known: true })),
  ];
}

function writeFact(path: string, { workspace, home = homedir() }: Context): readonly Fact[] {
  const place = workspace.reach(path.startsWith('~/') ? `${home}/${path.slice(2)}` : path);
  if (isFailure(place)) return [];
  const { inside } = place;
  const target = placeName(place);
  // A link in the workspace may have been made by a model, or by whoever wrote the workspace: it opens nothing elsewhere.
  if (!inside && !/^(?:\/|~\/)/.test(path)) return [];
  return [{ kind: 'write', target, where: inside ? 'workspace' : 'outside', known: true, deep: true }];
}

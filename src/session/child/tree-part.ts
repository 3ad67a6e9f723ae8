import type { TaintSource } from '../../policy/taint/taint.js';
import type { PathChange } from '../../tool/version.js';
import type { SessionRecord } from '../event.js';
import { changedPaths } from '../recover-command.js';
import type { Projection } from '../session-stream.js';
import type { ParentBinding, SessionTree } from './parent-binding.js';

/** The part a session has in its tree. */
export interface TreePart extends Projection {
  readonly tree: SessionTree;
  /** How deep it is: 0 when a person has started it. */
  readonly depth: number;
  /** The first session of those that work together, where any do. */
  group(): string | undefined;
  /** Has it told of what the tree changes, itself included. */
  onChanged(tell: (changed: readonly PathChange[]) => void): void;
  /** It is closed: what others change is no matter to it. */
  leave(): void;
}

interface PartOptions {
  readonly id: string;
  readonly past: readonly SessionRecord[];
  readonly binding?: ParentBinding | undefined;
}

export function joinTree({ id, past, binding }: PartOptions): TreePart {
  const opened = past.find((event) => event.type === 'session-opened');
  const parent = opened?.type === 'session-opened' ? opened.body.parent : undefined;
  const tree = binding?.tree ?? { root: parent?.sessionId ?? id, running: 0, started: 0, members: new Set() };
  let hasChildren = past.some(({ type }) => type === 'child-started');
  const own: ((changed: readonly PathChange[]) => void)[] = [];
  return {
    tree,
    depth: binding?.parent.depth ?? parent?.depth ?? 0,
    group: () => (hasChildren || tree.root !== id ? tree.root : undefined),
    onChanged(tell) {
      own.push(tell);
      tree.members.add(tell);
    },
    leave() {
      for (const tell of own) tree.members.delete(tell);
    },
    apply(event) {
      hasChildren ||= event.type === 'child-started';
      if (event.type === 'taint-raised') binding?.raised(event.body as TaintSource);
      const changed = changedPaths(event);
      if (changed.length === 0) return;
      for (const tell of tree.members) tell(changed);
    },
  };
}

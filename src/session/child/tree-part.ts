import type { TaintSource } from '../../policy/taint/taint.js';
import type { NewEvent } from '../../store/store.js';
import type { PathChange } from '../../tool/version.js';
import type { Opening } from '../opening.js';
import { changedPaths } from '../recover-command.js';
import type { SessionTree } from './parent-binding.js';

/** The part a session has in its tree. */
export function joinTree({ id, past, binding }: Pick<Opening, 'id' | 'past' | 'binding'>) {
  const opened = past.find((event) => event.type === 'session-opened');
  const parent = opened?.type === 'session-opened' ? opened.body.parent : undefined;
  const tree: SessionTree = binding?.tree ?? {
    root: parent?.sessionId ?? id,
    running: 0,
    started: 0,
    members: new Set(),
  };
  let hasChildren = past.some(({ type }) => type === 'child-started');
  const own: ((changed: readonly PathChange[]) => void)[] = [];
  return {
    tree,
    /** How deep it is: 0 when a person has started it. */
    depth: binding?.parent.depth ?? parent?.depth ?? 0,
    /** The first session of those that work together, where any do. */
    group: (): string | undefined => (hasChildren || tree.root !== id ? tree.root : undefined),
    /** Has it told of what the tree changes, itself included. */
    onChanged(tell: (changed: readonly PathChange[]) => void) {
      own.push(tell);
      tree.members.add(tell);
    },
    /** It is closed: what others change is no matter to it. */
    leave() {
      for (const tell of own) tree.members.delete(tell);
    },
    apply(event: NewEvent) {
      hasChildren ||= event.type === 'child-started';
      if (event.type === 'taint-raised') binding?.raised(event.body as TaintSource);
      const changed = changedPaths(event);
      if (changed.length === 0) return;
      for (const tell of tree.members) tell(changed);
    },
  };
}

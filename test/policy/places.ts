import type { Places } from '../../src/policy/policy.js';
import type { Fact, FactKind } from '../../src/tool/fact.js';

export const places: Places = {
  root: '/home/me/code',
  home: '/home/me',
  own: ['/home/me/.config/toolwright', '/srv/data/tw/store.db', '/home/me/code/.toolwright'],
};

/** A fact as a file tool has it: relative in the workspace, absolute elsewhere, `~` for home. */
export function pathFact(kind: FactKind, path: string, more: Partial<Fact> = {}): Fact {
  const target = path.startsWith('~') ? places.home + path.slice(1) : path;
  return { kind, target, where: target.startsWith('/') ? 'outside' : 'workspace', known: true, ...more };
}

/** The same as the doing of a command. */
export const commandFact = (kind: FactKind, path: string, more: Partial<Fact> = {}): Fact =>
  pathFact(kind, path, { by: 0, ...more });

import type { Fact } from '../../tool/fact.js';
import { safeLine } from '../safe-text.js';

/** What a call would do, one line each; what a command does stands under it. */
export function factLines(facts: readonly Fact[]): readonly string[] {
  return facts.map((fact) => `${fact.by !== undefined && fact.by >= 0 ? '  ' : ''}${phrase(fact)}`);
}

/** A fact in words, to the last character. */
export function phrase(fact: Fact): string {
  const { kind, target, where, known, note, via, deep, by } = fact;
  const verb = kind === 'read' && fact.namesOnly === true ? 'looks at the names in' : verbs[kind];
  const parts = [
    `${verb} ${shown(target)}`,
    deep === true ? ' and all below it' : '',
    where === 'outside' && kind !== 'exec' ? ', outside the workspace' : '',
    via === undefined ? '' : `, named ${shown(via)}`,
    by === -1 ? ', by a redirection' : '',
    known ? '' : `, not wholly known${note === undefined ? '' : `: ${shown(note)}`}`,
  ];
  return parts.join('');
}

const verbs: Readonly<Record<Fact['kind'], string>> = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  move: 'moves away',
  exec: 'runs',
  net: 'connects to',
  process: 'controls a process:',
  secret: 'uses the secret',
  env: 'sets',
};

const shown = (text: string): string => safeLine(text, { strict: true });

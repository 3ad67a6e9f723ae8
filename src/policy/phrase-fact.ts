import type { Fact } from '../tool/fact.js';

export const verbs: Readonly<Record<Fact['kind'], string>> = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  move: 'moves',
  exec: 'runs',
  net: 'connects to',
  process: 'controls a process:',
  secret: 'uses the secret',
  env: 'sets the variable',
};

/** A fact in words. */
export function phraseFact(fact: Fact): string {
  if (fact.lasting === true) return `goes on ${fact.target}`;
  const below = fact.deep === true ? ' and all below it' : '';
  const place = fact.where === 'outside' && fact.kind !== 'exec' ? ', outside the workspace' : '';
  const follows = fact.instructs === true ? ', and lets the model follow it' : '';
  return `${verbs[fact.kind]} ${fact.named ?? fact.target}${below}${place}${follows}`;
}

import { findSecretShape } from '../../policy/secret/find-secret-shape.js';
import type { Fact } from '../../tool/fact.js';

/** What looks like a secret in texts that are sent out, each kind once and without its value. */
export function secretFacts(texts: readonly string[]): readonly Fact[] {
  const found = new Set(texts.map(findSecretShape).filter((name) => name !== undefined));
  return [...found].map((name) => ({
    kind: 'secret',
    target: name,
    where: 'nowhere',
    known: true,
    note: `what is sent looks like ${name}`,
  }));
}

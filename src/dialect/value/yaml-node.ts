/** What a YAML text says, before a schema tells what its bare words are. */
export type YamlNode =
  /** A bare word: a number, a truth value or a text. */
  | { readonly kind: 'plain'; readonly text: string }
  /** It was quoted or written as a block, so it is a text. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly YamlNode[] }
  | { readonly kind: 'map'; readonly members: ReadonlyMap<string, YamlNode> };

/** Why a text was refused. `unsupported`: it is YAML, but more than is read here: anchors, tags, merge keys. */
export interface YamlProblem {
  readonly code: 'syntax' | 'unsupported' | 'duplicate-key' | 'forbidden-key' | 'too-deep' | 'too-long';
  readonly message: string;
  /** Index into the text. */
  readonly at: number;
}

/** Thrown within the reader only. */
export class YamlRefusal extends Error {
  readonly problem: YamlProblem;

  constructor(code: YamlProblem['code'], message: string, at: number) {
    super(message);
    this.problem = { code, message, at };
  }
}

export const maxYamlDepth = 64;

/** Adds a member; a key that stands twice or that no object should have is refused. */
export function setMember(members: Map<string, YamlNode>, key: string, node: YamlNode, at: number): void {
  const shown = JSON.stringify(key.slice(0, 64));
  if (key === '<<') throw new YamlRefusal('unsupported', 'the merge key << is not read', at);
  if (key === '__proto__' || (key === 'constructor' && (node.kind === 'map' || node.kind === 'list'))) {
    throw new YamlRefusal('forbidden-key', `the key ${shown} is not accepted`, at);
  }
  if (members.has(key)) throw new YamlRefusal('duplicate-key', `the key ${shown} stands twice in one mapping`, at);
  members.set(key, node);
}

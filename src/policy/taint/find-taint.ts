import { cutEnd } from '../../base/text.js';
import type { Fact } from '../../tool/fact.js';
import type { ToolTraits } from '../../tool/tool.js';
import type { TaintSource } from './taint.js';

interface RanCall {
  readonly tool: Pick<ToolTraits, 'name' | 'source' | 'group'>;
  readonly facts: readonly Fact[];
}

type Found = Pick<TaintSource, 'kind' | 'source'>;

const nothing: readonly Found[] = [];

/** Where text may have come from into the result of a call that ran. */
export function findTaint({ tool, facts }: RanCall, isUntrusted: (read: Fact) => boolean): readonly Found[] {
  let found: Found[] | undefined;
  if (tool.source === 'mcp') found = [{ kind: 'mcp', source: serverOf(tool) }];
  for (const fact of facts) {
    if (fact.kind === 'net') found = [...(found ?? []), { kind: 'network', source: hostOf(fact, facts) }];
    else if (fact.kind === 'read' && (fact.untrusted === true || isUntrusted(fact))) {
      found = [...(found ?? []), { kind: 'file', source: shown(fact.target) }];
    }
  }
  return found ?? nothing;
}

/** Its tools are named after it: `mcp__docs__search`. */
const serverOf = ({ name, group }: RanCall['tool']): string => /^mcp__(.+?)__/.exec(name)?.[1] ?? group;

/** Where the host is not known beforehand, the command that reaches it says more than a guess. */
function hostOf({ known, target, by }: Fact, facts: readonly Fact[]): string {
  const command = known || by === undefined ? undefined : facts[by];
  return shown(command?.target ?? target);
}

const maxShown = 200;

const shown = (text: string): string => (text.length > maxShown ? `${cutEnd(text, maxShown - 1)}…` : text);

import type { Fact } from '../../tool/fact.js';
import { folderPatternOf } from '../suggest-rule.js';
import type { MadeRule } from './exact-rules.js';
import { renderWords, widerWords } from './wider-command.js';

/** More like the call: all that begins as its command does, or every file in its folder. Undefined where nothing is sensible. */
export function widerRules(exact: readonly MadeRule[]): readonly MadeRule[] | undefined {
  const folder = commonFolder(exact.map(({ fact }) => fact).filter(isWrite));
  const wider = exact.map((made) => ({ ...made, rule: widen(made, folder) }));
  const isSame = wider.every(({ rule }, at) => rule === exact[at]?.rule);
  if (isSame) return undefined;
  return wider.filter(({ rule }, at) => wider.findIndex((other) => other.rule === rule) === at);
}

function widen({ rule, fact }: MadeRule, folder: string | undefined): string {
  if (isWrite(fact)) return folder === undefined ? rule : `write(${folderPatternOf(folder)})`;
  if (fact.kind !== 'exec') return rule;
  const words = widerWords((fact.words ?? []).filter((word) => word !== null));
  return words === undefined ? rule : `exec(${renderWords(words)}:*)`;
}

const isWrite = ({ kind, where }: Fact): boolean => kind === 'write' && where === 'workspace';

/** The deepest folder all are in; undefined when that is the workspace itself. */
function commonFolder(facts: readonly Fact[]): string | undefined {
  const [first = [], ...rest] = facts.map(({ target }) => target.split('/').slice(0, -1));
  const end = first.findIndex((name, at) => rest.some((path) => path[at] !== name));
  const folder = (end === -1 ? first : first.slice(0, end)).join('/');
  return folder === '' ? undefined : folder;
}

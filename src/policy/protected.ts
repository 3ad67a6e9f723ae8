import type { Fact } from '../tool/fact.js';
import { isCredential } from './path/credential-name.js';
import { protectedBy } from './path/protected-name.js';
import { pathsOf, type SeenPath } from './path/seen-path.js';
import { isShortened, windowsSpelling } from './path/windows-spelling.js';
import { verbs } from './phrase-fact.js';
import type { Judgement, Places } from './policy.js';

const nothing: readonly Judgement[] = [];

/** What is asked about in every mode: changes of what is later run or obeyed unasked, and credentials. */
export function judgeProtected(facts: readonly Fact[], places: Places): readonly Judgement[] {
  let judgements: Judgement[] | undefined;
  const paths = pathsOf(facts, places);
  for (let at = 0; at < facts.length; at += 1) {
    const fact = facts[at];
    const reason = fact === undefined ? undefined : reasonToAsk(fact, paths[at] ?? []);
    if (reason === undefined) continue;
    judgements ??= [];
    judgements.push({ verdict: 'ask', source: 'protected', reason, fact: at });
  }
  return judgements ?? nothing;
}

function reasonToAsk(fact: Fact, paths: readonly SeenPath[]): string | undefined {
  for (const path of paths) {
    const reason = fact.kind === 'read' ? reasonToAskRead(fact, path) : reasonToAskChange(fact, path);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function reasonToAskRead(fact: Fact, path: SeenPath): string | undefined {
  if (fact.namesOnly !== true && isCredential(path, fact.deep === true))
    return `reads ${path.text}, which is named as credentials are`;
  // In a shell of this system these are names like others.
  if (fact.by !== undefined || windowsSpelling(path.text) === undefined) return undefined;
  return `reads ${path.text}, which Windows takes for something else than a file of that name`;
}

function reasonToAskChange(fact: Fact, path: SeenPath): string | undefined {
  const verb = verbs[fact.kind];
  const what = protectedBy(path) ?? steersHome(path);
  if (what !== undefined) return `${verb} ${path.text}: ${what}`;
  if (isCredential(path, true)) return `${verb} ${path.text}, which is named as credentials are`;
  if (path.inside === path.parts.length && (fact.kind !== 'write' || fact.deep === true))
    return `${verb} the whole workspace, with the .git and the settings in it`;
  if (windowsSpelling(path.text) === undefined && !isShortened(path.text)) return undefined;
  return `${verb} ${path.text}, which Windows takes for another name`;
}

/** What is run or obeyed when the user logs in or starts a program. */
function steersHome({ parts, home, inside }: SeenPath): string | undefined {
  if (home === undefined || inside !== undefined) return undefined;
  const [first, second] = [parts[home], parts[home + 1]];
  const steers =
    first === '.config' || first === 'bin' || (first === '.local' && (second === 'bin' || second === 'lib'));
  return steers ? 'programs of the user run or obey what is in it' : undefined;
}

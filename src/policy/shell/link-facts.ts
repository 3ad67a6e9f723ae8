import type { Fact } from '../../tool/fact.js';
import { isFailure } from '../../tool/outcome.js';
import { pathFacts } from './path-facts.js';
import type { Shell } from './shell.js';
import { literal, type Word } from './word.js';

/** What is read beside a folder by a command that follows the links in it: where they lead, if that is elsewhere. */
export function linkFacts(folder: Word, by: number, shell: Shell): readonly Fact[] {
  if (folder.text === undefined || (!folder.text.startsWith('/') && shell.cwd === undefined)) return [];
  const named = folder.matches ?? [folder.text];
  return named.flatMap((name) => linksBelow(name, by, shell));
}

/** What lies in the workspace is read anyway, unless it is left out for its name. */
const hidden = /(?:^|\/)\./;

function linksBelow(name: string, by: number, shell: Shell): readonly Fact[] {
  const place = shell.context.resolve(name.startsWith('/') ? name : `${shell.cwd}/${name}`);
  if (isFailure(place) || place.kind !== 'directory') return [];
  const links = shell.context.links(place.path);
  if (links === undefined) {
    const note = `it follows links, and there is too much in ${place.shown} to look where they lead`;
    const where = place.inside ? 'workspace' : 'outside';
    return [{ kind: 'read', target: place.shown, where, known: false, note, deep: true, by }];
  }
  return links
    .flatMap((link) => pathFacts(literal(link), { kind: 'read', deep: true, by }, shell))
    .filter(({ where, target }) => where !== 'workspace' || hidden.test(target));
}

import { normalize } from 'node:path';
import { isCredentialName } from '../../../path/credential-name.js';
import { mayMatch } from '../../../path/glob-name.js';
import { expandBraces } from '../../../rule/braces.js';
import type { EffectSink } from '../../program.js';
import { likely, type Word } from '../../word.js';

/** Of the names by which files below the starts are chosen to be read: those that credentials have. */
export function reportChosen(names: readonly Word[], starts: readonly Word[], doing: EffectSink): void {
  const atHome = starts.some((start) => holdsHome(start, doing));
  for (const { text = '', source } of names) {
    const name = text.slice(text.lastIndexOf('/') + 1);
    if (!isCredentialName(name.toLowerCase())) continue;
    doing.read({ text: name, source });
    if (atHome) for (const folder of homes) doing.read({ text: `${doing.context.home}${folder}/${name}`, source });
  }
}

/** Whether files of the environment are chosen too: other than in a shell, a star stands for a dot as well. */
export function reachesHidden({ text = '*' }: Word): boolean {
  const expanded = expandBraces(text.toLowerCase());
  const patterns = expanded.ok ? expanded.patterns : ['*'];
  return patterns
    .map((pattern) => pattern.slice(pattern.lastIndexOf('/') + 1).replace(/^(?:[*?]|\[[^\]]*\])/, '.*'))
    .some((pattern) => environmentFiles.some((name) => mayMatch(pattern, name)));
}

const environmentFiles = ['.env', '.env.local', '.env.production', '.env.development', '.env.test', '.env.staging'];

/** Where credentials most likely are in a home folder. */
const homes = ['', '/.ssh', '/.aws'];

function holdsHome(start: Word, { context, cwd }: EffectSink): boolean {
  const text = likely(start);
  const path = normalize(`${text.startsWith('/') ? text : `${cwd ?? ''}/${text}`}/`);
  return `${context.home}/`.startsWith(path);
}

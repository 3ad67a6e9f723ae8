import type { EffectSink } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { isReverseShell } from './reverse-shell.js';

/** Looks for the worst in the code that a command gives an interpreter, in its arguments or its input. */
export function searchCode(name: string, args: readonly Word[], doing: EffectSink): void {
  const { input } = doing;
  const texts = [...args.map(likely), input.kind === 'piped' ? (input.text ?? '') : ''];
  if (isReverseShell(texts.join('\n'))) doing.forbid(`\`${name}\` would hand a shell to another machine`);
  for (const [, script = ''] of texts.join('\n').matchAll(/do shell script "((?:[^"\\]|\\.)*)"/g))
    doing.script(literal(script.replaceAll(/\\(.)/g, '$1')));
}

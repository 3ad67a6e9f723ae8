import type { EffectSink } from '../../program.js';
import { literal } from '../../word.js';

/** A shell without a script of its own: what it runs comes from its input. */
export function runInput(name: string, doing: EffectSink): void {
  const { input } = doing;
  if (input.kind === 'none') {
    doing.unknown(`\`${name}\` runs what is typed`);
    return;
  }
  doing.unread(`what \`${name}\` runs comes from its input`);
  if (input.text !== undefined) doing.script(literal(input.text), { input: { kind: 'none' } });
}

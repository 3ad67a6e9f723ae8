import { setTimeout as sleep } from 'node:timers/promises';
import type { TrustInspection } from '../../config/trust.js';
import type { Store } from '../../store/store.js';
import type { Host } from '../host.js';
import type { Style } from '../view/style.js';
import type { ChatInput } from './input.js';
import type { Screen } from './screen.js';

interface Faces {
  readonly input: ChatInput;
  readonly screen: Screen;
  readonly style: Style;
  readonly host: Host;
}

const settleMs = 300;

/** Asks the person at the terminal whether what the workspace brings may count; a script is only told that it does not. */
export function askTrustIn({ input, screen, style, host }: Faces) {
  return async (inspected: TrustInspection, store: Store): Promise<TrustInspection> => {
    const [{ askTrust }, { untrustedNote }, { exitMask }] = await Promise.all([
      import('../trust/ask-trust.js'),
      import('../trust/render-trust.js'),
      import('../exit-mask.js'),
    ]);
    const ask = async (question: string): Promise<boolean | undefined> => {
      screen.line(exitMask(host).text(question));
      // Keys pressed before the question could be read were meant for something else.
      await sleep(settleMs);
      for (;;) {
        const entered = await input.read({ prompt: 'Trust it? y/n> ', kind: 'answer' });
        if (entered.type !== 'line') return undefined;
        if (/^no?$/i.test(entered.text.trim())) return false;
        if (/^y(?:es)?$/i.test(entered.text.trim())) return true;
      }
    };
    const wanted = input.interactive && !('declined' in inspected);
    const asked = wanted ? await askTrust(inspected, { store, ask }) : inspected;
    const note = untrustedNote(asked);
    if (note !== undefined) screen.line(style.yellow(`! ${note}`));
    return asked;
  };
}

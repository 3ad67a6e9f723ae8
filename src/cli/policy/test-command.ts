import { plural } from '../../base/text.js';
import { checkExamples } from '../../session/check-examples.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';
import { openPolicyContext } from './policy-context.js';

/** `toolwright policy test`: whether every rule matches what its examples say. */
export async function testCommand(invocation: Invocation, host: Host): Promise<number> {
  const { rules, places, env } = await openPolicyContext(invocation, host);
  const examples = rules.reduce((sum, { match, miss }) => sum + match.length + miss.length, 0);
  let wrong = 0;
  for (const rule of rules) {
    for (const { message } of await checkExamples([rule], places, env)) {
      wrong += 1;
      host.stdout.write(`${safeLine(`${rule.origin.file}:${rule.origin.line}: ${message}`)}\n`);
    }
  }
  const ended = wrong > 0 ? `${wrong} of them wrong` : 'all as they say';
  const counted = `${plural(rules.length, 'rule')}, ${examples === 0 ? 'no examples' : `${plural(examples, 'example')}, ${ended}`}.`;
  host.stdout.write(rules.length === 0 ? 'There are no rules here.\n' : `${counted}\n`);
  return wrong === 0 ? exitCodes.answered : exitCodes.failed;
}

import type { LoginPage, LoginPerson } from '../../extend/mcp/oauth/sign-in.js';
import { openBrowser } from '../../session/servers/open-browser.js';
import { signInAt, signOutOf } from '../../session/servers/sign-in-at.js';
import { isFailure } from '../../tool/outcome.js';
import type { Invocation } from '../command.js';
import { confirm } from '../confirm.js';
import { exitCodes } from '../exit-code.js';
import { type Host, isTerminal } from '../host.js';
import { cancelOnSignals } from '../run/cancel-on-signals.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { findServer, withServers } from './servers-commands.js';

/** How long a person has to sign in. */
const waitMs = 10 * 60_000;

/** `toolwright servers login`: signs the person in at a server on the web, in their browser, or out of it. */
export function loginCommand(invocation: Invocation, host: Host): Promise<number> {
  if (invocation.flag('logout')) return logout(invocation, host);
  return withServers(invocation, host, async ({ servers, place }) => {
    const server = findServer(servers, invocation.arguments[0]);
    if (server.settings.url !== undefined && !isTerminal(host.stdin))
      throw usageError('Without a terminal nobody can be asked, and nobody can sign in.', 'servers login');
    const name = safeLine(server.name);
    let refused = false;
    const person = personAt(host, {
      server: name,
      browser: !invocation.flag('no-browser'),
      onNo: () => {
        refused = true;
      },
    });
    const ending = new AbortController();
    const stopSignals = cancelOnSignals(() => ending.abort());
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(waitMs)]);
    const failure = await signInAt(server, { ...place, person, signal }).finally(stopSignals);
    if (failure === undefined) {
      host.stderr.write(`Signed in at ${name}. Its tools can be used from now on.\n`);
      return exitCodes.answered;
    }
    if (failure.errorType === 'validation_failed') throw usageError(safeLine(failure.message), 'servers login');
    host.stderr.write(`${safeLine(failure.message)}\n`);
    if (ending.signal.aborted) return exitCodes.interrupted;
    return refused ? exitCodes.denied : exitCodes.failed;
  });
}

interface Asking {
  readonly server: string;
  /** Whether a browser may be opened here. */
  readonly browser: boolean;
  onNo(): void;
}

function personAt(host: Host, { server, browser, onNo }: Asking): LoginPerson {
  const ask = async (question: string): Promise<boolean> => {
    const yes = await confirm(question, host);
    if (!yes) onNo();
    return yes;
  };
  const tell = (line: string): void => void host.stderr.write(`${line}\n`);
  return {
    allows: (target) => ask(`${server} has you sign in at ${safeLine(target)}. Connect to it? [y/N] `),
    async visit({ url, scope, back }: LoginPage) {
      tell(`To sign in at ${server}, open this in a browser on this machine:\n\n  ${safeLine(url)}\n`);
      if (scope !== undefined) tell(`It asks for: ${safeLine(scope)}`);
      if (browser) {
        if (!(await ask('Open it in your browser now? [y/N] '))) return false;
        const problem = await openBrowser(url, host.env);
        if (problem !== undefined)
          tell(`No browser could be opened (${safeLine(problem)}): open the address yourself.`);
      }
      tell(`Waiting for you to come back at ${safeLine(back)}; Ctrl+C ends it.`);
      return true;
    },
  };
}

/** Removes the tokens that signing in has left. */
function logout(invocation: Invocation, host: Host): Promise<number> {
  return withServers(invocation, host, async ({ servers, place }) => {
    const server = findServer(servers, invocation.arguments[0]);
    const had = signOutOf(server, place);
    if (isFailure(had)) throw usageError(safeLine(had.message), 'servers login');
    const name = safeLine(server.name);
    host.stderr.write(had ? `Signed out of ${name}: its tokens are removed.\n` : `Nobody is signed in at ${name}.\n`);
    return exitCodes.answered;
  });
}

import { resolve } from 'node:path';
import { plural } from '../../base/text.js';
import { loadUserConfig } from '../../config/open-config.js';
import { inspectTrust, listTrust, revokeTrust, type TrustInspection } from '../../config/trust.js';
import type { Store } from '../../store/store.js';
import type { Invocation } from '../command.js';
import { commandFolder } from '../config/command-config.js';
import { agrees } from '../confirm.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { openStoreAt, openStoreToRead, storePlace } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { askTrust } from './ask-trust.js';
import { untrustedNote } from './render-trust.js';

/** `toolwright trust`: shows what a folder brings and asks whether it may be used. */
export async function trustCommand(invocation: Invocation, host: Host): Promise<number> {
  const only = ['revoke', 'list', 'yes'].filter((name) => invocation.flag(name));
  if (only.length > 1) throw usageError(`--${only.join(' and --')} do not go together.`, 'trust');
  const config = loadUserConfig({ env: host.env, platform: process.platform });
  const place = storePlace(invocation, host, config);
  const writes = invocation.flag('yes') || !(invocation.flag('list') || invocation.flag('json'));
  const store = await (writes ? openStoreAt(place) : openStoreToRead(place));
  try {
    if (invocation.flag('list')) return await list(store, { invocation, host });
    // Trust in a folder that is gone can be taken back too.
    if (invocation.flag('revoke')) {
      return await revoke(store, resolve(host.cwd, invocation.text('directory') ?? '.'), host);
    }
    return await ask(store, await inspectTrust(store, commandFolder(invocation, host)), { invocation, host });
  } finally {
    await store.close();
  }
}

interface Surroundings {
  readonly invocation: Invocation;
  readonly host: Host;
}

async function list(store: Store, { invocation, host }: Surroundings): Promise<number> {
  const trusted = await listTrust(store);
  if (invocation.flag('json')) host.stdout.write(`${renderJson(trusted)}\n`);
  else if (trusted.length === 0) host.stderr.write('Nothing is trusted.\n');
  else
    for (const { workspace, files, hash, at } of trusted) {
      const day = new Date(at).toISOString().slice(0, 10);
      host.stdout.write(`${safeLine(workspace)}  ${plural(files, 'file')}  ${hash.slice(0, 12)}  ${day}\n`);
    }
  return exitCodes.answered;
}

async function revoke(store: Store, folder: string, { stderr }: Host): Promise<number> {
  const had = await revokeTrust(store, folder);
  stderr.write(had ? `${safeLine(folder)} is not trusted any more.\n` : `${safeLine(folder)} was not trusted.\n`);
  return exitCodes.answered;
}

async function ask(store: Store, found: TrustInspection, { invocation, host }: Surroundings): Promise<number> {
  const json = invocation.flag('json');
  const yes = invocation.flag('yes');
  const show = (text: string): void => void (json || host.stdout.write(`${exitMask(host).text(text)}\n`));
  const after =
    json && !yes
      ? found
      : await askTrust(found, {
          store,
          async ask(question) {
            show(question);
            const asked = { invocation, host, to: 'trust it', command: 'trust' };
            return (await agrees('Trust exactly this content?', asked)) || undefined;
          },
        });
  if (json) host.stdout.write(`${renderJson(asJson(after))}\n`);
  else host.stderr.write(`${ending(found, after)}\n`);
  if (json || after.state === 'nothing' || after.state === 'trusted') return exitCodes.answered;
  return after.state === 'unreadable' ? exitCodes.usage : exitCodes.denied;
}

function ending(before: TrustInspection, { state, folder }: TrustInspection): string {
  const shown = safeLine(folder);
  if (state === 'nothing') return `There is nothing to trust: ${shown} holds no files.`;
  if (state === 'trusted') return `${shown} ${before.state === 'trusted' ? 'is trusted already' : 'is trusted'}.`;
  return untrustedNote(before) ?? '';
}

/** Everything but the bytes. */
function asJson(trust: TrustInspection): object {
  if (trust.state === 'nothing' || trust.state === 'unreadable') return trust;
  return { ...trust, files: trust.files.map(({ bytes: _, ...file }) => file) };
}

import { defined } from '../../base/defined.js';
import { plural } from '../../base/text.js';
import { deletedWithHead, type StreamProof, verifyRecord } from '../../session/audit/verify-record.js';
import { findSession } from '../../session/sessions.js';
import type { Store } from '../../store/store.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { type Host, isTerminal } from '../host.js';
import { withStore } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

/** `toolwright audit verify`: proves that what is stored is what was written. */
export async function verifyCommand(invocation: Invocation, host: Host): Promise<number> {
  const head = parseHead(invocation.text('head'));
  const [given] = invocation.arguments;
  return withStore(invocation, host, async (store) => {
    const stream = given === undefined || given === 'user' ? given : await findSession(store, given);
    const progress = createProgress(host.stderr);
    const proofs: StreamProof[] = [];
    const options = {
      ...defined({ stream, head }),
      onProgress: progress.tell,
    };
    for await (const proof of verifyRecord(store, options)) {
      proofs.push(proof);
      progress.clear();
      host.stdout.write(`${proofLine(proof)}\n`);
    }
    progress.clear();
    const isWhole = proofs.every(({ damage }) => damage === undefined);
    host.stdout.write(`${summary(proofs)}\n`);
    const isFound = head === undefined || (await tellHead(head, proofs, { store, host }));
    return isWhole && isFound ? exitCodes.answered : exitCodes.failed;
  });
}

function parseHead(text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{64}$/i.test(text)) return text?.toLowerCase();
  throw usageError(
    `--head ${safeLine(text)}: it must be a hash of 64 hexadecimal digits, as this command prints them.`,
    'audit verify',
  );
}

function proofLine({ stream, events, head = '', damage }: StreamProof): string {
  const name = safeLine(stream);
  if (damage !== undefined)
    return `${name}  DAMAGED: ${safeLine(damage)}; ${plural(events, 'event')} before it are whole`;
  return `${name}  ${plural(events, 'event')}  ${head}`;
}

function summary(proofs: readonly StreamProof[]): string {
  const events = proofs.reduce((sum, proof) => sum + proof.events, 0);
  const damaged = proofs.filter(({ damage }) => damage !== undefined);
  const all = `${plural(proofs.length, 'stream')}, ${plural(events, 'event')}`;
  if (damaged.length === 0) return `${all}: all as they were written.`;
  const names = damaged.map(({ stream }) => safeLine(stream)).join(', ');
  return `${all}: ${damaged.length} damaged (${names}). What is whole can be read; a copy from before tells the rest.`;
}

async function tellHead(
  head: string,
  proofs: readonly StreamProof[],
  { store, host }: { readonly store: Store; readonly host: Host },
): Promise<boolean> {
  const holder = proofs.find(({ found }) => found !== undefined);
  if (holder !== undefined) {
    const place = `event ${holder.found} of ${safeLine(holder.stream)}`;
    host.stdout.write(`${head} is ${place}: everything up to it is as it was then.\n`);
    return true;
  }
  const deleted = await deletedWithHead(store, head);
  const why =
    deleted === undefined
      ? 'events were changed or taken out, or it is of another store'
      : `it was the last event of ${safeLine(deleted)}, which was deleted since`;
  host.stdout.write(`${head} is in no chain here: ${why}.\n`);
  return false;
}

const everyMs = 200;

/** A line on a terminal that tells how far long work is, and goes away. Nothing elsewhere, nor for short work. */
function createProgress(stderr: Host['stderr']) {
  const shown = isTerminal(stderr);
  let last = performance.now();
  let isThere = false;
  return {
    tell({ stream, events }: { readonly stream: string; readonly events: number }) {
      if (!shown || performance.now() - last < everyMs) return;
      last = performance.now();
      isThere = true;
      stderr.write(`\r\u001b[Kchecking ${stream}: ${events} events`);
    },
    clear() {
      if (isThere) stderr.write('\r\u001b[K');
      isThere = false;
    },
  };
}

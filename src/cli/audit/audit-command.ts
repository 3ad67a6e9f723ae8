import { once } from 'node:events';
import { findRecordedSession } from '../../session/audit/find-recorded-session.js';
import { readAudit } from '../../session/audit/read-audit.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { trustedExitMask } from '../exit-mask.js';
import { columnsOf, type Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { auditRequest } from './audit-filter.js';
import { auditRenderer } from './render-audit.js';

/** `toolwright audit`: every decision, and every change of what decides. */
export async function auditCommand(invocation: Invocation, host: Host): Promise<number> {
  const { query, format, limit } = auditRequest(invocation, Date.now());
  const renderer = auditRenderer(format, { width: columnsOf(host.stdout) });
  return withStore(invocation, host, async (store) => {
    const given = invocation.text('session');
    const session = given === undefined ? {} : { session: await findRecordedSession(store, given) };
    let rows = 0;
    let damaged = 0;
    if (format === 'csv') await write(renderer.head, host);
    const exit = await trustedExitMask(store, host);
    for await (const told of readAudit(store, { ...query, ...session })) {
      const row = exit.value(told);
      if (rows === 0 && format === 'table') await write(renderer.head, host);
      rows += 1;
      if (row.damaged) damaged += 1;
      await write(renderer.row(row), host);
      if (host.outputGone()) break;
    }
    if (format === 'table') host.stderr.write(ending(rows, limit));
    if (damaged > 0)
      host.stderr.write(`${damaged} of these are not what was written: toolwright audit verify tells more.\n`);
    return damaged > 0 ? exitCodes.failed : exitCodes.answered;
  });
}

function ending(rows: number, limit: number): string {
  if (rows === 0) return 'The record holds nothing of that kind.\n';
  return rows === limit ? `The newest ${limit}; --limit 0 lists all.\n` : '';
}

/** Waits for a slow reader, so that a long record is never held in memory. */
async function write(text: string, { stdout, outputGone, onOutputGone }: Host): Promise<void> {
  if (text === '' || stdout.write(text) || outputGone()) return;
  await Promise.race([once(stdout, 'drain'), new Promise<void>((resolve) => onOutputGone(resolve))]);
}

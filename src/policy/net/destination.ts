import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { Resolve } from './dial.js';
import type { HostKind, UrlClass } from './host.js';
import { parseIp } from './ip-address.js';
import { classifyIp, type IpKind } from './ip-range.js';

/** Where the host of a URL leads: addresses that were all checked, or why none of them may be connected to. */
export async function findDestination(
  { kind, canonical }: UrlClass,
  resolve: Resolve,
): Promise<readonly string[] | ToolFailure> {
  const literal = canonical.replace(/^\[|\]$/g, '');
  const answers = parseIp(literal) === undefined ? await resolve(canonical) : [literal];
  if (answers.length === 0)
    return fail('io_error', `The name ${canonical} leads nowhere. Check how it is written, or use another address.`);
  for (const answer of answers) {
    const bytes = parseIp(answer);
    if (bytes === undefined) return fail('io_error', `What ${canonical} leads to is no address. Use another one.`);
    const found = classifyIp(bytes);
    if (!allowed[kind].includes(found.kind)) return refuse(canonical, found.words);
  }
  return answers;
}

/**
 * What a host may lead to. One wrong answer among many is enough to refuse. An example address leads to nobody, so it
 * harms nobody.
 */
const allowed: Readonly<Record<HostKind, readonly IpKind[]>> = {
  public: ['public', 'documentation'],
  private: ['private', 'documentation', 'public', 'loopback'],
  loopback: ['loopback'],
  metadata: [],
  obfuscated: [],
  invalid: [],
};

function refuse(host: string, words: string): ToolFailure {
  return fail(
    'permission_denied',
    `The name ${host} leads to a private address (${words}), so it was not connected to. Do not try other spellings: fetch a public address, or ask the person.`,
  );
}

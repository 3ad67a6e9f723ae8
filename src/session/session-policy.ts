import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { PolicyOptions } from '../policy/frame.js';
import { defaultGrantDays } from '../policy/grant/grant.js';
import type { Policy } from '../policy/policy.js';
import { type GrantDesk, noGrants } from '../run/grant-desk.js';
import type { OnAsk } from '../run/question.js';
import { createGrantBook, type GrantBookOptions } from './grant-book.js';
import type { SessionOptions } from './options.js';
import { realFolder } from './real-folder.js';

/** What decides in a session, and what is made lasting there. */
export interface SessionPolicy {
  readonly policy: Policy;
  readonly grants: GrantDesk;
  /** Answers when the uses of grants are stored. */
  settled(): Promise<void>;
}

type Scene = Omit<GrantBookOptions, 'policy' | 'days' | 'attended'> & { readonly onAsk: OnAsk };

/** The policy of rules, mode and grants; a policy that was handed over stands alone: nothing is made lasting with it. */
export function createSessionPolicy(options: SessionOptions, { onAsk, ...scene }: Scene): SessionPolicy {
  if (options.policy !== undefined) return { policy: options.policy, grants: noGrants, settled: async () => {} };
  const book = createGrantBook({
    ...scene,
    policy: policyOptions(options, scene.workspace),
    days: options.grantDays ?? defaultGrantDays,
    attended: onAsk === 'person' || typeof onAsk === 'object',
  });
  return { policy: book.policy, grants: book, settled: book.settled };
}

function policyOptions(
  { rules = [], sandbox = 'required', ownFiles = [], env = {}, store }: SessionOptions,
  root: string,
): PolicyOptions {
  const kept = typeof store === 'string' && store !== 'memory' ? [resolve(store)] : [];
  return { places: { root, home: realFolder(env['HOME'] ?? homedir()), own: [...ownFiles, ...kept] }, rules, sandbox };
}

import { join } from 'node:path';
import { withConfigLock } from '../config/config-lock.js';
import { isFreeInHome } from '../config/is-free-in-home.js';
import { readHome } from '../config/read-home.js';
import { asksForTaint } from '../policy/taint/judge-taint.js';
import type { AnswerFile } from '../policy/vocabulary/answer-file.js';
import type { AskedCall, CallGrants } from '../run/call-grants.js';
import { writePrivateText } from '../store/private-text.js';

export interface Remembering {
  readonly file: AnswerFile;
  readonly home: string;
  readonly profile: string;
}

/** Grants of a profile that keeps what is to last always in a file of the person. */
export function rememberingGrants(grants: CallGrants, { file, home, profile }: Remembering): CallGrants {
  const path = join(home, file.path);
  const adding = ({ tool, facts, mode, sandboxed, decision }: AskedCall) => {
    // A file tells nothing of text from outside: an answer that holds in spite of it is a grant.
    if (asksForTaint(decision)) return undefined;
    const text = readHome(file.path, home);
    // What is there and not gone by is nothing to add to.
    if (text === undefined && !isFreeInHome(file.path, home)) return undefined;
    return file.add(text, { tool, facts, mode, sandboxed, profile });
  };
  return {
    async offer(call) {
      const given = await grants.offer(call);
      const adds = given.offers.length === 0 ? undefined : adding(call)?.adds;
      if (adds === undefined) return given;
      const remembered = { file: `~/${file.path}`, adds };
      return { ...given, offers: given.offers.map((offer) => ({ ...offer, remembered })) };
    },
    async create(chosen, call) {
      if (chosen.scope !== 'always' || adding(call) === undefined) return grants.create(chosen, call);
      await withConfigLock(path, async () => {
        // What another program has put there meanwhile stays.
        const added = adding(call);
        if (added === undefined) throw new Error(`${path} changed meanwhile`);
        writePrivateText(path, added.text);
      });
    },
    used: grants.used,
  };
}

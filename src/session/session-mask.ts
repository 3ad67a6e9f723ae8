import type { Mask, Masked } from '../policy/secret/mask.js';
import type { SecretContext } from '../policy/secret/secret-context.js';
import { createSecrets, type Secrets } from '../policy/secret/secret-sources.js';
import { minSecretLength } from '../policy/secret/spelling.js';
import type { SessionOptions } from './options.js';
import { homeFolder } from './session-places.js';

export interface SessionMask extends Mask {
  /** Looks again, at the next use, whether something else is secret now. */
  refreshSecrets(): void;
}

/** The same long texts pass by many times. A short one is looked at sooner than it is found among them. */
const maxClean = 500;
const minCleanLength = 512;
const maxCleanLength = 20_000;

/** What is masked in a session. Nothing is looked up before something is masked. */
export function sessionMask({ env = {}, secrets: names = [] }: SecretOptions, root: string): SessionMask {
  let secrets: Secrets | undefined;
  let last: Mask | undefined;
  /** To look whether files have changed takes longer than to mask a line. */
  let isSure = false;
  /** Texts in which there is no secret. */
  const clean = new Set<string>();
  const current = (): Mask => {
    if (last !== undefined && isSure) return last;
    secrets ??= secretsOf({ env, root, home: homeFolder(env), names });
    const mask = secrets.mask();
    if (mask !== last) clean.clear();
    last = mask;
    isSure = true;
    return mask;
  };
  const look = (text: string): Masked => {
    const mask = current();
    if (text.length <= minCleanLength) return mask.text(text);
    if (clean.has(text)) return { text, count: 0 };
    const masked = mask.text(text);
    if (masked.count > 0 || text.length > maxCleanLength) return masked;
    if (clean.size >= maxClean) clean.clear();
    clean.add(text);
    return masked;
  };
  return {
    text: (text) => (text.length < minSecretLength ? { text, count: 0 } : look(text)),
    stream: () => current().stream(),
    find: (text) => (text.length < minSecretLength ? undefined : current().find(text)),
    refreshSecrets: () => {
      isSure = false;
    },
  };
}

/** Those of the last sessions: one after the other, or side by side, they mostly have the same. */
const known = new Map<string, Secrets>();
const maxKnown = 4;

function secretsOf(context: SecretContext): Secrets {
  const key = JSON.stringify(context);
  const secrets = known.get(key) ?? createSecrets(context);
  known.delete(key);
  known.set(key, secrets);
  for (const oldest of known.keys()) {
    if (known.size <= maxKnown) break;
    known.delete(oldest);
  }
  return secrets;
}

type SecretOptions = Pick<SessionOptions, 'env' | 'secrets'>;

import { defined } from '../../base/defined.js';
import type { Fact } from '../../tool/fact.js';
import { classifyHost, classifyUrl, type HostClass } from '../net/host.js';
import { likely, type Word } from './word.js';

/** A connection that a command makes: to a URL, `host`, `host:port`, `user@host` or `host:path`. */
export function netFact(address: Word): Fact {
  const text = likely(address);
  const { target, host } = text.includes('://') ? urlHost(text) : plainHost(text);
  const known = address.text !== undefined && host.kind !== 'invalid' && host.doubtful !== true;
  const note = address.text === undefined ? `the address \`${address.source}\` is only known at run time` : host.note;
  const forbidden = host.kind === 'metadata' || host.kind === 'obfuscated';
  return {
    kind: 'net',
    target: target === '' ? address.source : target,
    where: 'nowhere',
    known,
    ...defined({ note }),
    ...(forbidden && { forbidden }),
  };
}

interface Addressed {
  readonly target: string;
  readonly host: HostClass;
}

function urlHost(text: string): Addressed {
  const host = classifyUrl(text);
  if (host.url === undefined || host.kind !== 'invalid') return { target: host.target, host };
  // Other schemes than those of the web reach hosts too.
  return plainHost(host.url.host);
}

function plainHost(text: string): Addressed {
  const behindUser = text.slice(text.lastIndexOf('@') + 1);
  const bare = /^\[[^\]]*\](:\d+)?/.exec(behindUser)?.[0] ?? behindUser.split('/')[0] ?? '';
  const [name = '', port = ''] = bare.startsWith('[') ? [bare] : bare.split(':');
  const host = classifyHost(/^\d+$/.test(port) ? `${name}:${port}` : name);
  return { target: /^\d+$/.test(port) ? `${host.canonical}:${port}` : host.canonical, host };
}

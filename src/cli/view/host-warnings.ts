import { domainToUnicode } from 'node:url';
import { codePointOf } from '../../base/look-alike.js';
import { parseUrl } from '../../base/parse-url.js';
import { safeLine } from '../safe-text.js';

const maxHosts = 10;

/** What is not plain about the hosts a text names: other letters than ASCII ones, punycode, a name before the `@`. */
export function hostWarnings(text: string): readonly string[] {
  const warnings = new Set<string>();
  for (const [address] of !text.includes('://')
    ? []
    : text.matchAll(/[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/?#"'<>|;)]{1,500}/gi)) {
    for (const warning of addressWarnings(address)) warnings.add(warning);
    if (warnings.size >= maxHosts) break;
  }
  for (const [, host = ''] of !text.includes('@') ? [] : text.matchAll(/[\w.+-]{1,64}@([^\s:/@"']{1,255}):/g)) {
    if (isPlain(host) || warnings.size >= maxHosts) continue;
    warnings.add(spelling(host, hostOf(`http://${host}`)));
  }
  return [...warnings];
}

function* addressWarnings(address: string): Iterable<string> {
  const authority = address.slice(address.indexOf('://') + 3);
  const written = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  // Only web addresses are read with the rules for hosts; which scheme it is does not matter here.
  const dialled = hostOf(`http://${authority}`);
  if (!isPlain(written)) yield spelling(written, dialled);
  else if (dialled?.split('.').some((label) => label.startsWith('xn--')) === true)
    yield `the host ${dialled} is written in punycode: it reads ${shown(domainToUnicode(dialled))}`;
  const before = authority.includes('@') ? authority.slice(0, authority.lastIndexOf('@')) : '';
  if (/[.\\/]/.test(before) && isPlain(written))
    yield `the host is ${shown(dialled ?? written)}: what stands before the @ (${shown(before)}) is none`;
}

function spelling(written: string, dialled: string | undefined): string {
  const odd = [...new Set(written)].filter((char) => !isPlain(char)).slice(0, 6);
  const where = dialled === undefined ? 'can be no host' : `is the host ${dialled}`;
  return `${shown(written)} ${where}: it has ${odd.map(codePointOf).join(', ')}`;
}

function hostOf(address: string): string | undefined {
  return parseUrl(address)?.hostname;
}

const isPlain = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
const shown = (text: string): string => safeLine(text, { strict: true });

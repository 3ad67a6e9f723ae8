import { domainToUnicode } from 'node:url';
import { wordSet, wordsOf } from '../../base/words.js';
import { parseIp } from './ip-address.js';
import { classifyIp } from './ip-range.js';

/** What a name says by itself, before anybody looks it up. */
export interface NameClass {
  readonly kind: 'public' | 'private' | 'loopback' | 'metadata' | 'obfuscated' | 'invalid';
  readonly note?: string;
  /** True when naming the host is not enough to allow it. */
  readonly doubtful?: boolean;
}

/** What a name is, in lower case and ASCII and without a dot at its end. */
export function classifyName(name: string): NameClass {
  const labels = name.split('.');
  if (name.length > 253 || labels.some((label) => label === '' || label.length > 63))
    return { kind: 'invalid', note: 'this cannot be the name of a host' };
  if (isMetadata(name))
    return { kind: 'metadata', note: `${name} is where a cloud keeps the credentials of its machines` };
  if (name === 'localhost') return { kind: 'loopback', note: 'localhost is this machine' };
  if (localNames.has(name) || name.endsWith('.localhost'))
    return { kind: 'obfuscated', note: `${name} is another name of this machine: write localhost` };
  const spelled = spelledAddress(labels);
  if (spelled?.kind === 'obfuscated') return spelled;
  if (labels.length === 1) return { kind: 'private', note: `${name} is a name of the local network only` };
  if (privateSuffixes.some((suffix) => name.endsWith(suffix)))
    return { kind: 'private', note: `${name} is a name of a private network` };
  if (spelled !== undefined) return spelled;
  if (labels.some((label) => label.startsWith('xn--'))) return { kind: 'public', note: foreignNote(name) };
  if (labels.some((label) => label.length > maxPlainLabel))
    return { kind: 'public', note: `the name ${name} is long enough to carry data out`, doubtful: true };
  return { kind: 'public' };
}

/** Longer labels are hardly words: a look-up alone can carry data out. */
const maxPlainLabel = 40;

const metadataNames = wordsOf(`
  metadata metadata.google.internal metadata.goog metadata.azure.internal metadata.internal metadata.tencentyun.com
  metadata.packet.net metadata.platformequinix.com metadata.cloud.ibm.com instance-data instance-data.ec2.internal
  rancher-metadata
`);

function isMetadata(name: string): boolean {
  if (metadataNames.some((known) => name === known || (known.includes('.') && name.endsWith(`.${known}`)))) return true;
  return /^(?:metadata|instance-data)\./.test(name) && privateSuffixes.some((suffix) => name.endsWith(suffix));
}

const localNames = wordSet(`
  localhost.localdomain localhost4 localhost4.localdomain4 localhost6 localhost6.localdomain6 ip6-localhost ip6-loopback
  loopback
`);

/** Names that are given out on no public network, by RFC or by habit. */
const privateSuffixes = wordsOf(
  '.local .internal .lan .home.arpa .home .corp .intranet .private .localdomain .svc .consul .docker .fritz.box',
);

/** A name that spells an address of this machine or of the metadata service, as wildcard name services answer to. */
function spelledAddress(labels: readonly string[]): NameClass | undefined {
  for (const address of addressesIn(labels)) {
    const bytes = parseIp(address);
    if (bytes === undefined) continue;
    const { kind, words } = classifyIp(bytes);
    if (kind === 'metadata' || kind === 'loopback')
      return { kind: 'obfuscated', note: `the name spells ${address}, ${words}` };
    if (kind === 'private') return { kind: 'public', note: `the name spells ${address}, ${words}`, doubtful: true };
  }
  return undefined;
}

function addressesIn(labels: readonly string[]): readonly string[] {
  const dotted = labels.slice(3).map((_, at) => labels.slice(at, at + 4).join('.'));
  const dashed = labels.flatMap((label) => {
    const parts = label.split('-');
    return parts.slice(3).map((_, at) => parts.slice(at, at + 4).join('.'));
  });
  const hex = labels
    .filter((label) => /^(?:0x)?[0-9a-f]{8}$/.test(label))
    .map((label) => (label.slice(-8).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join('.'));
  return [...dotted, ...dashed, ...hex];
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee', 'Georgian', 'Han'] as const;
const scriptForms = scripts.map((script) => ({ script, form: new RegExp(`\\p{Script=${script}}`, 'u') }));

/** Letters of other scripts may pass for those of a name one knows: the person is told. */
function foreignNote(name: string): string {
  const read = domainToUnicode(name);
  if (read === '') return `${name} stands for letters that cannot be shown`;
  const mixed = read
    .split('.')
    .map((label) => scriptForms.filter(({ form }) => form.test(label)).map(({ script }) => script))
    .find((found) => found.length > 1);
  const reading = `${name} is shown by others as ${read}`;
  return mixed === undefined ? reading : `${reading}, which mixes letters of ${mixed.join(' and ')}`;
}

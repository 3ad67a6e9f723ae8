import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyHost, classifyUrl, type HostKind } from '../../../src/policy/net/host.js';
import { verifies } from '../../requirements.js';

/** A host or a URL with what it is and, where that differs, what it is written as. */
type Line = readonly [written: string, kind: HostKind, canonical?: string];

const v4: readonly Line[] = [
  // plain
  ['8.8.8.8', 'public'],
  ['1.1.1.1', 'public'],
  ['93.184.216.34', 'public'],
  ['9.255.255.255', 'public'],
  ['11.0.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['100.128.0.0', 'public'],
  ['126.255.255.255', 'public'],
  ['128.0.0.1', 'public'],
  ['169.253.255.255', 'public'],
  ['169.255.0.1', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.0', 'public'],
  ['192.0.1.1', 'public'],
  ['192.167.255.255', 'public'],
  ['192.169.0.0', 'public'],
  ['198.17.255.255', 'public'],
  ['198.20.0.0', 'public'],
  ['223.255.255.255', 'public'],
  // near
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['172.16.0.0', 'private'],
  ['172.16.3.4', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.1', 'private'],
  ['192.168.255.255', 'private'],
  ['100.64.0.1', 'private'],
  ['100.127.255.255', 'private'],
  // given to nobody
  ['192.0.0.1', 'private'],
  ['192.0.2.1', 'private'],
  ['192.88.99.1', 'private'],
  ['198.18.0.1', 'private'],
  ['198.19.255.255', 'private'],
  ['198.51.100.7', 'private'],
  ['203.0.113.7', 'private'],
  ['224.0.0.1', 'private'],
  ['239.255.255.250', 'private'],
  ['240.0.0.1', 'private'],
  ['255.255.255.255', 'private'],
  // this machine
  ['127.0.0.1', 'loopback'],
  ['127.0.0.2', 'obfuscated'],
  ['127.1.2.3', 'obfuscated'],
  ['127.255.255.255', 'obfuscated'],
  ['0.0.0.0', 'obfuscated'],
  ['0.0.0.1', 'obfuscated'],
  ['0.1.2.3', 'obfuscated'],
  // metadata
  ['169.254.169.254', 'metadata'],
  ['169.254.0.1', 'metadata'],
  ['169.254.0.23', 'metadata'],
  ['169.254.170.2', 'metadata'],
  ['169.254.255.255', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['192.0.0.192', 'metadata'],
  ['168.63.129.16', 'metadata'],
  // loopback by other spellings
  ['0', 'obfuscated', '0.0.0.0'],
  ['00', 'obfuscated', '0.0.0.0'],
  ['0x0', 'obfuscated', '0.0.0.0'],
  ['0x', 'obfuscated', '0.0.0.0'],
  ['0.0', 'obfuscated', '0.0.0.0'],
  ['0.0.0', 'obfuscated', '0.0.0.0'],
  ['0000.0.0.0', 'obfuscated', '0.0.0.0'],
  ['2130706433', 'obfuscated', '127.0.0.1'],
  ['0x7f000001', 'obfuscated', '127.0.0.1'],
  ['0X7F000001', 'obfuscated', '127.0.0.1'],
  ['0x000000007f000001', 'obfuscated', '127.0.0.1'],
  ['017700000001', 'obfuscated', '127.0.0.1'],
  ['0177.0.0.1', 'obfuscated', '127.0.0.1'],
  ['00000177.0.0.1', 'obfuscated', '127.0.0.1'],
  ['0177.0.0.01', 'obfuscated', '127.0.0.1'],
  ['0x7f.0.0.1', 'obfuscated', '127.0.0.1'],
  ['0x7f.0x0.0x0.0x1', 'obfuscated', '127.0.0.1'],
  ['0x7f.1', 'obfuscated', '127.0.0.1'],
  ['0177.1', 'obfuscated', '127.0.0.1'],
  ['127.1', 'obfuscated', '127.0.0.1'],
  ['127.0.1', 'obfuscated', '127.0.0.1'],
  ['127.0x000001', 'obfuscated', '127.0.0.1'],
  ['127.0.0.01', 'obfuscated', '127.0.0.1'],
  ['127.00.0.1', 'obfuscated', '127.0.0.1'],
  ['127.0.0.0x1', 'obfuscated', '127.0.0.1'],
  ['127.0.0.1.', 'obfuscated', '127.0.0.1'],
  ['127%2e0%2e0%2e1', 'obfuscated', '127.0.0.1'],
  ['127.0.0.%31', 'obfuscated', '127.0.0.1'],
  ['%31%32%37.0.0.1', 'obfuscated', '127.0.0.1'],
  ['①②⑦.0.0.1', 'obfuscated', '127.0.0.1'],
  ['⑫7.0.0.1', 'obfuscated', '127.0.0.1'],
  ['１２７.0.0.1', 'obfuscated', '127.0.0.1'],
  ['１２７．０．０．１', 'obfuscated', '127.0.0.1'],
  ['127。0。0。1', 'obfuscated', '127.0.0.1'],
  ['127｡0｡0｡1', 'obfuscated', '127.0.0.1'],
  ['𝟏𝟐𝟕.0.0.1', 'obfuscated', '127.0.0.1'],
  ['¹²⁷.0.0.1', 'obfuscated', '127.0.0.1'],
  ['127.0.0.₁', 'obfuscated', '127.0.0.1'],
  ['０ｘ7f.1', 'obfuscated', '127.0.0.1'],
  // private by other spellings
  ['167772161', 'obfuscated', '10.0.0.1'],
  ['012.0.0.1', 'obfuscated', '10.0.0.1'],
  ['0xa.1', 'obfuscated', '10.0.0.1'],
  ['10.1', 'obfuscated', '10.0.0.1'],
  ['192.168.1', 'obfuscated', '192.168.0.1'],
  ['192.168.257', 'obfuscated', '192.168.1.1'],
  ['0300.0250.0.1', 'obfuscated', '192.168.0.1'],
  ['3232235521', 'obfuscated', '192.168.0.1'],
  ['192.168.0.1.', 'obfuscated', '192.168.0.1'],
  // public by other spellings
  ['134744072', 'obfuscated', '8.8.8.8'],
  ['8.8.2056', 'obfuscated', '8.8.8.8'],
  ['010.8.8.8', 'obfuscated', '8.8.8.8'],
  ['8.8.8.8.', 'obfuscated', '8.8.8.8'],
  // metadata by other spellings
  ['2852039166', 'metadata', '169.254.169.254'],
  ['0xa9fea9fe', 'metadata', '169.254.169.254'],
  ['0xA9FEA9FE', 'metadata', '169.254.169.254'],
  ['025177524776', 'metadata', '169.254.169.254'],
  ['0251.0376.0251.0376', 'metadata', '169.254.169.254'],
  ['0xa9.0xfe.0xa9.0xfe', 'metadata', '169.254.169.254'],
  ['0xa9.254.0251.254', 'metadata', '169.254.169.254'],
  ['169.254.43518', 'metadata', '169.254.169.254'],
  ['169.16689662', 'metadata', '169.254.169.254'],
  ['169.254.169.254.', 'metadata', '169.254.169.254'],
  ['169.254.169.0376', 'metadata', '169.254.169.254'],
  ['１６９.254.169.254', 'metadata', '169.254.169.254'],
  ['①⑥⑨.254.169.254', 'metadata', '169.254.169.254'],
  ['169。254。169。254', 'metadata', '169.254.169.254'],
  ['169%2e254%2e169%2e254', 'metadata', '169.254.169.254'],
  ['1684301000', 'metadata', '100.100.100.200'],
  ['0144.0144.0144.0310', 'metadata', '100.100.100.200'],
  // none at all
  ['256.0.0.1', 'invalid'],
  ['1.2.3.4.5', 'invalid'],
  ['4294967296', 'invalid'],
  ['127.0.0.08', 'invalid'],
  ['0x7g.1.1.1', 'invalid'],
  ['127.0.0.1..', 'invalid'],
];

const v6: readonly Line[] = [
  ['[2606:4700:4700::1111]', 'public'],
  ['[2a00:1450:4001:81b::200e]', 'public'],
  ['[2606:4700:4700:0:0:0:0:1111]', 'public', '[2606:4700:4700::1111]'],
  ['[::1]', 'loopback'],
  ['[0:0:0:0:0:0:0:1]', 'obfuscated', '[::1]'],
  ['[0000:0000:0000:0000:0000:0000:0000:0001]', 'obfuscated', '[::1]'],
  ['[::0001]', 'obfuscated', '[::1]'],
  ['[0::1]', 'obfuscated', '[::1]'],
  ['[::0.0.0.1]', 'obfuscated', '[::1]'],
  ['[::]', 'obfuscated'],
  ['[0:0:0:0:0:0:0:0]', 'obfuscated', '[::]'],
  ['[::0]', 'obfuscated', '[::]'],
  // IPv4 inside
  ['[::ffff:127.0.0.1]', 'obfuscated', '[::ffff:7f00:1]'],
  ['[::ffff:7f00:1]', 'obfuscated'],
  ['[::FFFF:7F00:1]', 'obfuscated', '[::ffff:7f00:1]'],
  ['[0:0:0:0:0:ffff:127.0.0.1]', 'obfuscated', '[::ffff:7f00:1]'],
  ['[::ffff:0.0.0.0]', 'obfuscated', '[::ffff:0:0]'],
  ['[::ffff:10.0.0.1]', 'obfuscated', '[::ffff:a00:1]'],
  ['[::ffff:192.168.1.1]', 'obfuscated', '[::ffff:c0a8:101]'],
  ['[::ffff:100.64.0.1]', 'obfuscated', '[::ffff:6440:1]'],
  ['[::ffff:0:127.0.0.1]', 'obfuscated', '[::ffff:0:7f00:1]'],
  ['[::127.0.0.1]', 'obfuscated', '[::7f00:1]'],
  ['[::10.0.0.1]', 'obfuscated', '[::a00:1]'],
  ['[64:ff9b::127.0.0.1]', 'obfuscated', '[64:ff9b::7f00:1]'],
  ['[64:ff9b::10.0.0.1]', 'obfuscated', '[64:ff9b::a00:1]'],
  ['[64:ff9b:1::10.0.0.1]', 'obfuscated', '[64:ff9b:1::a00:1]'],
  ['[64:ff9b:1::8.8.8.8]', 'obfuscated', '[64:ff9b:1::808:808]'],
  ['[2002:7f00:1::]', 'obfuscated'],
  ['[2002:a00:1::1]', 'obfuscated'],
  ['[2002:c0a8:101::]', 'obfuscated'],
  ['[2001:0:7f00:1::]', 'obfuscated'],
  ['[2001:0:4136:e378:8000:63bf:80ff:fffe]', 'obfuscated'],
  ['[2001:0:4136:e378:8000:63bf:f5ff:fffe]', 'obfuscated'],
  ['[2606:4700::5efe:10.0.0.1]', 'obfuscated', '[2606:4700::5efe:a00:1]'],
  ['[2606:4700::200:5efe:127.0.0.1]', 'obfuscated', '[2606:4700::200:5efe:7f00:1]'],
  ['[::ffff:8.8.8.8]', 'public', '[::ffff:808:808]'],
  ['[64:ff9b::8.8.8.8]', 'public', '[64:ff9b::808:808]'],
  ['[2002:808:808::]', 'public'],
  // metadata
  ['[fd00:ec2::254]', 'metadata'],
  ['[fd00:0ec2:0:0:0:0:0:254]', 'metadata', '[fd00:ec2::254]'],
  ['[fd20:ce::254]', 'metadata'],
  ['[fd00:42::42]', 'metadata'],
  ['[fe80::1]', 'metadata'],
  ['[fe80::a9fe:a9fe]', 'metadata'],
  ['[febf::1]', 'metadata'],
  ['[::ffff:169.254.169.254]', 'metadata', '[::ffff:a9fe:a9fe]'],
  ['[::ffff:a9fe:a9fe]', 'metadata'],
  ['[::ffff:0:169.254.169.254]', 'metadata', '[::ffff:0:a9fe:a9fe]'],
  ['[::169.254.169.254]', 'metadata', '[::a9fe:a9fe]'],
  ['[64:ff9b::169.254.169.254]', 'metadata', '[64:ff9b::a9fe:a9fe]'],
  ['[2002:a9fe:a9fe::]', 'metadata'],
  ['[2001:0:a9fe:a9fe::]', 'metadata'],
  ['[2001:0:4136:e378:8000:63bf:5601:5601]', 'metadata'],
  ['[::ffff:100.100.100.200]', 'metadata', '[::ffff:6464:64c8]'],
  // near, or given to nobody
  ['[fc00::1]', 'private'],
  ['[fd12:3456:789a::1]', 'private'],
  ['[fdff::1]', 'private'],
  ['[fec0::1]', 'private'],
  ['[ff02::1]', 'private'],
  ['[2001:db8::1]', 'private'],
  ['[3fff::1]', 'private'],
  ['[100::1]', 'private'],
  ['[2001:2::1]', 'private'],
  ['[5f00::1]', 'private'],
  ['[4000::1]', 'private'],
  // without brackets, as on command lines
  ['::1', 'loopback', '[::1]'],
  ['fe80::1%eth0', 'metadata', '[fe80::1]'],
  ['fd00:ec2::254', 'metadata', '[fd00:ec2::254]'],
  ['[::1', 'invalid'],
  ['[::1%25lo]', 'invalid'],
  ['[1::2::3]', 'invalid'],
  ['[gggg::1]', 'invalid'],
  ['[::1].', 'invalid'],
];

const names: readonly Line[] = [
  ['example.org', 'public'],
  ['DOCS.Example.ORG', 'public', 'docs.example.org'],
  ['docs.example.org', 'public'],
  ['docs.example.org.', 'public', 'docs.example.org'],
  ['docs%2eexample.org', 'public', 'docs.example.org'],
  ['docs。example。org', 'public', 'docs.example.org'],
  ['ｄocs.example.org', 'public', 'docs.example.org'],
  ['a_b.example.org', 'public'],
  ['local.example.org', 'public'],
  ['internal.example.org', 'public'],
  ['metadata.example.org', 'public'],
  ['metadata.google.internal.example.org', 'public'],
  ['localhost.example.org', 'public'],
  ['mylocalhost.example', 'public'],
  ['loopback.test', 'public'],
  ['203-0-113-7.example.org', 'public'],
  ['10.0.0.1.example.org', 'public'],
  ['xn--bcher-kva.example', 'public'],
  ['bücher.example', 'public', 'xn--bcher-kva.example'],
  ['аpple.test', 'public', 'xn--pple-43d.test'],
  ['пример.test', 'public', 'xn--e1afmkfd.test'],
  ['localhost', 'loopback'],
  ['LocalHost', 'loopback', 'localhost'],
  ['localhost.', 'obfuscated', 'localhost'],
  ['loc%61lhost', 'obfuscated', 'localhost'],
  ['ｌｏｃａｌｈｏｓｔ', 'obfuscated', 'localhost'],
  ['ⓛocalhost', 'obfuscated', 'localhost'],
  ['app.localhost', 'obfuscated'],
  ['a.b.localhost', 'obfuscated'],
  ['app.localhost.', 'obfuscated', 'app.localhost'],
  ['localhost.localdomain', 'obfuscated'],
  ['localhost6', 'obfuscated'],
  ['ip6-localhost', 'obfuscated'],
  ['ip6-loopback', 'obfuscated'],
  ['127.0.0.1.example.test', 'obfuscated'],
  ['x.127.0.0.1.example.test', 'obfuscated'],
  ['127-0-0-1.example.test', 'obfuscated'],
  ['app-127-0-0-1.example.test', 'obfuscated'],
  ['7f000001.example.test', 'obfuscated'],
  ['169.254.169.254.example.test', 'obfuscated'],
  ['169-254-169-254.example.test', 'obfuscated'],
  ['a9fea9fe.example.test', 'obfuscated'],
  ['metadata', 'metadata'],
  ['metadata.google.internal', 'metadata'],
  ['METADATA.google.INTERNAL', 'metadata', 'metadata.google.internal'],
  ['metadata.google.internal.', 'metadata', 'metadata.google.internal'],
  ['ｍetadata.google.internal', 'metadata', 'metadata.google.internal'],
  ['metadata.google%2einternal', 'metadata', 'metadata.google.internal'],
  ['x.metadata.google.internal', 'metadata'],
  ['metadata.goog', 'metadata'],
  ['metadata.azure.internal', 'metadata'],
  ['metadata.internal', 'metadata'],
  ['metadata.local', 'metadata'],
  ['metadata.zone.c.project.internal', 'metadata'],
  ['instance-data', 'metadata'],
  ['instance-data.ec2.internal', 'metadata'],
  ['instance-data.us-west-2.compute.internal', 'metadata'],
  ['rancher-metadata', 'metadata'],
  ['host.docker.internal', 'private'],
  ['gateway.docker.internal', 'private'],
  ['ip-10-0-0-1.ec2.internal', 'private'],
  ['printer.local', 'private'],
  ['printer.local.', 'private', 'printer.local'],
  ['nas.lan', 'private'],
  ['nas.home.arpa', 'private'],
  ['wiki.corp', 'private'],
  ['wiki.intranet', 'private'],
  ['api.default.svc', 'private'],
  ['api.default.svc.cluster.local', 'private'],
  ['intranet', 'private'],
  ['redis', 'private'],
  ['kubernetes', 'private'],
  ['1e3', 'private'],
  ['', 'invalid'],
  ['.', 'invalid'],
  ['a..b', 'invalid'],
  ['.example.org', 'invalid'],
  ['example.org..', 'invalid'],
  ['exa mple.org', 'invalid'],
  ['example.org/path', 'invalid'],
  ['example.org\\path', 'invalid'],
  ['a@example.org', 'invalid'],
  ['example.org#x', 'invalid'],
  ['example.org?x', 'invalid'],
  ['exam\u00adple.org', 'invalid'],
  ['exam\u200bple.org', 'invalid'],
  ['example.org\u0000.evil.test', 'invalid'],
  ['example.org%00.evil.test', 'invalid'],
  ['exa%20mple.org', 'invalid'],
  [`${'a'.repeat(64)}.test`, 'invalid'],
  [`${'a.'.repeat(130)}test`, 'invalid'],
  ['a'.repeat(2000), 'invalid'],
];

const all = [...v4, ...v6, ...names].map(([written, kind, canonical = written]) => ({ written, kind, canonical }));

describe('a host', () => {
  it.each(all)('$written is $kind', ({ written, kind, canonical }) => {
    verifies('policy.net.canonical-host');
    const found = classifyHost(written);
    expect({ kind: found.kind, canonical: found.canonical }).toEqual({ kind, canonical });
    if (kind !== 'obfuscated') expect(classifyHost(found.canonical).kind).toBe(kind);
  });

  it.each(all.filter(({ written }) => /^[^\s@/\\?#]+$/.test(written) && !/^[^[]*::/.test(written)))(
    'is the same in a URL: $written',
    ({ written, kind }) => {
      expect(classifyUrl(`http://${written}/a`).kind).toBe(kind);
      expect(classifyUrl(`https://${written}:8443`).kind).toBe(kind);
    },
  );

  it.each([
    ['localhost:3000', 'loopback', 'localhost'],
    ['[::1]:8080', 'loopback', '[::1]'],
    ['2130706433:80', 'obfuscated', '127.0.0.1'],
    ['169.254.169.254:80', 'metadata', '169.254.169.254'],
    ['example.org:', 'public', 'example.org'],
  ])('may have a port: %s', (written, kind, canonical) => {
    expect(classifyHost(written)).toMatchObject({ kind, canonical });
  });

  it('tells the person what it is', () => {
    expect([
      classifyHost('10.0.0.1').note,
      classifyHost('2130706433').note,
      classifyHost('[::ffff:10.0.0.1]').note,
      classifyHost('127.0.0.2').note,
      classifyHost('localhost.').note,
      classifyHost('xn--pple-43d.test').note,
      classifyHost('xn--e1afmkfd.test').note,
      classifyHost('example.org').note,
    ]).toEqual([
      '10.0.0.1 is an address of a private network',
      '2130706433 is 127.0.0.1 in disguise',
      '[::ffff:a00:1] leads to 10.0.0.1, an address of a private network',
      '127.0.0.2 is an address of this machine by another number: write 127.0.0.1',
      'localhost is this machine, but it is written with a dot at its end',
      'xn--pple-43d.test is shown by others as аpple.test, which mixes letters of Latin and Cyrillic',
      'xn--e1afmkfd.test is shown by others as пример.test',
      undefined,
    ]);
  });

  it.each([
    ['docs.example.org.', true],
    ['docs%2eexample.org', true],
    ['ｄocs.example.org', true],
    ['10.0.0.1.example.org', true],
    ['[::ffff:8.8.8.8]', true],
    [`${'a1'.repeat(25)}.example.org`, true],
    ['docs.example.org', undefined],
    ['bücher.example', undefined],
    ['localhost', undefined],
  ])('that is named oddly is not covered by its name: %s', (written, doubtful) => {
    expect(classifyHost(written).doubtful).toBe(doubtful);
  });

  it('is seen through, however its number is written', () => {
    const base = fc.constantFrom<(value: number) => string>(
      (value) => String(value),
      (value) => `0${value.toString(8)}`,
      (value) => `0x${value.toString(16)}`,
      (value) => `0X00${value.toString(16).toUpperCase()}`,
    );
    const byte = fc.integer({ min: 0, max: 255 });
    const spelled = fc.record({
      bytes: fc.tuple(byte, byte, byte, byte),
      parts: fc.integer({ min: 1, max: 4 }),
      bases: fc.tuple(base, base, base, base),
      letters: fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => text.replaceAll('.', '\u3002'),
        (text) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
        (text) => text.replace(/[0-9]/g, (digit) => `%3${digit}`),
        (text) => `${text}.`,
      ),
    });
    fc.assert(
      fc.property(spelled, ({ bytes, parts, bases, letters }) => {
        const first: readonly number[] = bytes.slice(0, parts - 1);
        const last = bytes.slice(parts - 1).reduce((sum, value) => sum * 256 + value, 0);
        const text = letters([...first, last].map((value, at) => bases[at]?.(value)).join('.'));
        const plain = bytes.join('.');
        const { kind, canonical } = classifyUrl(`http://${text}/`);
        expect(canonical).toBe(plain);
        if (text !== plain) expect(['obfuscated', 'metadata']).toContain(kind);
        expect(classifyHost(text).kind).toBe(kind);
      }),
      { numRuns: 2000 },
    );
  });

  it('is judged in no time, whatever it is', () => {
    const started = performance.now();
    for (const bait of ['a.', '1.', '-', '1-', ':', '[', '%2e', 'xn--', '１', '.']) {
      classifyHost(bait.repeat(100_000));
      classifyUrl(`http://${bait.repeat(100_000)}`);
      classifyUrl(`http://${bait.repeat(1000)}/`);
    }
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

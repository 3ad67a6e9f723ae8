import { expect, it } from 'vitest';
import { parseIp } from '../../../src/policy/net/ip-address.js';
import { classifyIp } from '../../../src/policy/net/ip-range.js';

const classOf = (address: string) => classifyIp(parseIp(address) ?? []);

it.each([
  ['100.100.100.200', '100.100.100.200', 'metadata'],
  ['192.0.0.192', '192.0.0.192', 'metadata'],
  ['168.63.129.16', '168.63.129.16', 'metadata'],
  ['169.254.0.0', '169.254.255.255', 'metadata'],
  ['0.0.0.0', '0.255.255.255', 'unspecified'],
  ['127.0.0.0', '127.255.255.255', 'loopback'],
  ['10.0.0.0', '10.255.255.255', 'private'],
  ['172.16.0.0', '172.31.255.255', 'private'],
  ['192.168.0.0', '192.168.255.255', 'private'],
  ['100.64.0.0', '100.127.255.255', 'private'],
  ['192.0.2.0', '192.0.2.255', 'documentation'],
  ['198.51.100.0', '198.51.100.255', 'documentation'],
  ['203.0.113.0', '203.0.113.255', 'documentation'],
  ['192.0.0.0', '192.0.0.255', 'private'],
  ['192.88.99.0', '192.88.99.255', 'private'],
  ['198.18.0.0', '198.19.255.255', 'private'],
  ['224.0.0.0', '239.255.255.255', 'private'],
  ['240.0.0.0', '255.255.255.255', 'private'],
  ['::', '::', 'unspecified'],
  ['::1', '::1', 'loopback'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', 'unspecified'],
  ['fd00:ec2::', 'fd00:ec2:ffff:ffff:ffff:ffff:ffff:ffff', 'metadata'],
  ['fd20:ce::', 'fd20:ce:ffff:ffff:ffff:ffff:ffff:ffff', 'metadata'],
  ['fd00:c1::', 'fd00:c1:ffff:ffff:ffff:ffff:ffff:ffff', 'metadata'],
  ['fd00:42::42', 'fd00:42::42', 'metadata'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'metadata'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['100::', '100::ffff:ffff:ffff:ffff', 'private'],
  ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
])('from %s to %s: %s', (first, last, kind) => {
  expect([classOf(first).kind, classOf(last).kind]).toEqual([kind, kind]);
});

it.each(
  [
    '1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 100.100.101.0 126.255.255.255 128.0.0.0 168.63.129.15',
    '168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0',
    '192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0',
    '223.255.255.255 2000:: 2001:3:: 2001:1:: 2001:2:1:: 2001:30:: 2001:db7:: 2001:db9:: 3ffe:: 3fff:1000::',
  ].flatMap((line) => line.split(' ').filter((address) => !address.startsWith('100.100.'))),
)('%s is public', (address) => {
  expect(classOf(address)).toEqual({ kind: 'public', words: 'a public address' });
});

it.each(['100:0:0:1::', '4000::', 'e000::', '65::'])('%s is given to nobody', (address) => {
  expect(classOf(address)).toEqual({ kind: 'private', words: 'an address that is reserved' });
});

it.each([
  ['::ffff:10.0.0.1', 'private', '10.0.0.1'],
  ['::ffff:0:10.0.0.1', 'private', '10.0.0.1'],
  ['::10.0.0.1', 'private', '10.0.0.1'],
  ['64:ff9b::169.254.169.254', 'metadata', '169.254.169.254'],
  ['2002:7f00:1::', 'loopback', '127.0.0.1'],
  // Teredo: the server as it is, the client with its bits turned round.
  ['2001:0:a00:1:0:0:f7f7:f7f7', 'private', '10.0.0.1'],
  ['2001:0:808:808:0:0:f5ff:fffe', 'private', '10.0.0.1'],
  ['2001:0:808:808:0:0:f7f7:f7f7', 'public', '8.8.8.8'],
  ['2a00::5efe:10.0.0.1', 'private', '10.0.0.1'],
  ['2a00::200:5efe:10.0.0.1', 'private', '10.0.0.1'],
])('%s is what it wraps: %s, %s', (address, kind, inside) => {
  expect(classOf(address)).toMatchObject({ kind, inside });
});

it.each(['2a00::100:5efe:a00:1', '2a00::1:5efe:a00:1', '2a00::5eff:a00:1'])('%s wraps nothing', (address) => {
  expect(classOf(address)).toEqual({ kind: 'public', words: 'a public address' });
});

import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecure } from 'node:tls';

/** A connection to be made: to exactly this address. */
export interface Dial {
  readonly address: string;
  readonly port: number;
  /** The name that was asked for, which a certificate must be for. */
  readonly host: string;
  readonly secure: boolean;
}

/** Opens a connection; it may still be under way when it is answered. */
export type Connect = (dial: Dial) => Duplex;

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export const dialDirect: Connect = ({ address, port, host, secure }) => {
  if (!secure) return connectPlain({ host: address, port });
  // A server name is never an address (RFC 6066); the certificate is then checked against the address itself.
  const name = isIP(host) === 0 ? { servername: host } : {};
  // Said aloud, so that no variable of the environment turns it off.
  return connectSecure({ host: address, port, ...name, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] });
};

export const systemResolve: Resolve = async (name) =>
  (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address);

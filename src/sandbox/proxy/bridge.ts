import type { Words } from '../follow.js';

/** Where the proxy is for what runs inside: above the ports that the system gives out by itself. */
export const bridgePort = 61_128;

export interface Bridge {
  /** The socket of the proxy, as it is seen inside. */
  readonly socket: string;
  /** Servers of this machine, each `host:port`, that are to be found at the same port inside. */
  readonly servers: readonly string[];
}

/**
 * The words that start a command behind a bridge: it listens inside, hands every connection to the socket of the proxy, and
 * ends with the command, as that did. The words of the command are handed on as they are.
 */
export function bridgeWords({ socket, servers }: Bridge, command: Words): Words {
  const given = JSON.stringify({ socket, servers, port: bridgePort });
  return [process.execPath, '-e', program, '--', given, ...command];
}

/** Runs inside, where no file of ours need be: plain JavaScript. A signal is told as a shell does, by 128 and its number. */
const program = String.raw`
const net = require('node:net');
const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { writeSync } = require('node:fs');
const [given, command, ...args] = process.argv.slice(1);
const { socket, servers, port } = JSON.parse(given);
const whole = { allowHalfOpen: true };

const join = (a, b) => {
  a.pipe(b);
  b.pipe(a);
};
const outside = (inside) => {
  const proxy = net.connect({ path: socket, ...whole });
  const end = () => {
    proxy.destroy();
    inside.destroy();
  };
  proxy.on('error', end);
  inside.on('error', end);
  inside.on('close', () => proxy.destroy());
  return proxy;
};

const reach = (server) => (inside) => {
  const proxy = outside(inside);
  let said = Buffer.alloc(0);
  proxy.write('CONNECT ' + server + ' HTTP/1.1\r\nhost: ' + server + '\r\n\r\n');
  const take = (piece) => {
    said = Buffer.concat([said, piece]);
    const end = said.indexOf('\r\n\r\n');
    if (end === -1 && said.length < 4096) return;
    proxy.off('data', take);
    proxy.pause();
    if (!/^HTTP\/1\.1 200 /.test(said.toString('latin1'))) return inside.destroy();
    if (end + 4 < said.length) proxy.unshift(said.subarray(end + 4));
    join(inside, proxy);
  };
  proxy.on('data', take);
};

const run = () => {
  const child = spawn(command, args, { stdio: 'inherit' });
  const leave = (code) => process.exit(code);
  child.on('error', (error) => {
    writeSync(2, 'bridge: failed to execute ' + command + ': ' + (error.code === 'ENOENT' ? 'No such file or directory' : error.message) + '\n');
    leave(127);
  });
  child.on('exit', (code, signal) => leave(code ?? 128 + constants.signals[signal]));
  // The whole group is told to end, the command too: it is what decides when.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => {});
};

for (const server of servers) {
  const at = Number(server.slice(server.lastIndexOf(':') + 1));
  for (const host of ['127.0.0.1', '::1']) net.createServer(whole, reach(server)).on('error', () => {}).listen(at, host);
}
net
  .createServer(whole, (inside) => join(inside, outside(inside)))
  .listen(port, '127.0.0.1', run);
`;

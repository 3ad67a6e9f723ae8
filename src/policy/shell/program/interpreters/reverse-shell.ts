/**
 * Whether code, in whatever language, hands a shell to a machine elsewhere: it connects (or waits for a connection) and
 * starts a shell. A search, not a proof: code that hides its words is not found.
 */
export function isReverseShell(code: string): boolean {
  const text = code.toLowerCase();
  if (devices.some((device) => text.includes(device))) return true;
  return connects.some((word) => text.includes(word)) && shells.some((form) => form.test(text));
}

/** bash makes connections of these names. */
const devices = ['/dev/tcp/', '/dev/udp/', '/inet/tcp/', '/inet6/tcp/', '/inet/udp/'];

const connects = [
  'socket.socket',
  'create_connection',
  'create_server',
  'from socket import',
  'io::socket',
  'use socket',
  'sockaddr_in',
  'fsockopen',
  'pfsockopen',
  'stream_socket_client',
  'socket_create',
  'tcpsocket',
  'tcpserver',
  'net.socket',
  'net.connect',
  'net.createconnection',
  'net.createserver',
  "require('net')",
  'require("net")',
  'require(`net`)',
  'node:net',
  'deno.connect',
  'bun.connect',
  'socket.tcp',
  'socket.connect',
  "require('socket')",
  'require("socket")',
  'new socket(',
  'java.net.socket',
  'tcpclient',
  'sockets.tcp',
  '[socket ',
  'gen_tcp',
  'socketconnection',
  'make.socket',
  'tcp-connect',
  'pf_inet',
  'af_inet',
];

const shells = [
  /dup2|pty\.spawn|import pty/,
  /\/(?:ba|da|z|k|c|tc)?sh\b/,
  /["'`](?:ba|da|z|k)?sh["'`]/,
  /\b(?:ba|da|z|k)?sh -i\b/,
  /cmd\.exe|powershell|\biex\b|invoke-expression/,
  /child_process|os\.execute|io\.popen|popen\(|shell_exec|passthru|proc_open|os\.system|subprocess|getruntime|processbuilder/,
  /open\(\s*std(?:in|out|err)|stdin->fdopen|\$stdin\.reopen/,
];

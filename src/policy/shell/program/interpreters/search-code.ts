import type { EffectSink } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';

/** Looks for the worst in the code that a command gives an interpreter, in its arguments or its input. */
export function searchCode(name: string, args: readonly Word[], doing: EffectSink): void {
  const { input } = doing;
  const texts = [...args.map(likely), input.kind === 'piped' ? (input.text ?? '') : ''];
  if (isReverseShell(texts.join('\n'))) doing.forbid(`\`${name}\` would hand a shell to another machine`);
  for (const [, script = ''] of texts.join('\n').matchAll(/do shell script "((?:[^"\\]|\\.)*)"/g))
    doing.script(literal(script.replaceAll(/\\(.)/g, '$1')));
}

/**
 * Whether code, in whatever language, hands a shell to a machine elsewhere: it connects (or waits for a connection) and
 * starts a shell. A search, not a proof: code that hides its words is not found.
 */
function isReverseShell(code: string): boolean {
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

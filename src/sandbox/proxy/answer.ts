import { STATUS_CODES } from 'node:http';
import type { Writable } from 'node:stream';

/** Ends a connection with an answer of the proxy itself. */
export function answer(client: Writable, status: number, message: string): void {
  if (!client.writable) return void client.destroy();
  const body = `${message}.\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  client.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

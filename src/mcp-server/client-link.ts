import type { CreateMessageRequest } from '@modelcontextprotocol/server';
import type { LogPort } from '../tool/port.js';

export type SampleParams = CreateMessageRequest['params'];

/** The ways from a session to its client: open while a call of the client runs, and only then. */
export interface ClientLink {
  /** Has the model of the client answer; undefined when it does not. */
  sample: ((params: SampleParams, signal: AbortSignal) => Promise<unknown>) | undefined;
  log: ((level: LogLevel, message: string) => void) | undefined;
}

export type LogLevel = 'debug' | 'warning';

/** What is logged during a call, for the client. */
export const clientLog = (link: ClientLink): LogPort => ({
  debug: (message) => link.log?.('debug', message),
  warn: (message) => link.log?.('warning', message),
});

import type { LoggingLevel, Server } from '@modelcontextprotocol/server';

const levels: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

/** Which messages of the log a client wants: warnings and worse, until it says otherwise. */
export function serveLogLevel(server: Server): (level: LoggingLevel) => boolean {
  let least: LoggingLevel = 'warning';
  server.setRequestHandler('logging/setLevel', ({ params: { level } }) => {
    least = level;
    return {};
  });
  return (level) => levels.indexOf(level) >= levels.indexOf(least);
}

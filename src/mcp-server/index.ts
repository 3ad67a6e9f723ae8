export type { McpClient } from './client.js';
export { type HttpOptions, type HttpServer, serveHttp } from './http/serve-http.js';
export type { ClientOptions, McpHost } from './mcp-host.js';
export { type StdioOptions, serveStdio } from './serve-stdio.js';
export type {
  Completer,
  ServedArgument,
  ServedContent,
  ServedPrompt,
  ServedResource,
  ServedTemplate,
} from './served.js';

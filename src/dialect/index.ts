export { isToolwrightError, ToolwrightError } from '../base/error.js';
export type { LooseSchema } from '../schema/json-schema.js';
export type { ToolDefinition } from '../tool/tool.js';
export { auto } from './auto.js';
export { createParser, type EventParser } from './create-parser.js';
export type {
  Dialect,
  DialectCall,
  DialectEvent,
  DialectFacts,
  DialectMessage,
  DialectParser,
  DialectProblem,
  DialectResult,
  ParserOptions,
  ParserTool,
} from './dialect.js';
export { findDialect } from './find-dialect.js';
export { type ListedDialect, listDialects } from './list-dialects.js';
export { findNearMiss, type NearMiss } from './near-miss.js';
export {
  type PlacedProblem,
  type ReadCall,
  type ReadMessage,
  type ReadMessageOptions,
  readMessage,
} from './read-message.js';

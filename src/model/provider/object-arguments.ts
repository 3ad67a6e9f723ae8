import { scanJson } from './json-scan.js';
import { wireArguments } from './openai/openai-chat-request.js';
import { wellFormed } from './wire.js';

/**
 * The arguments of an earlier call for an API that takes them as an object: as the model wrote them, digit for digit. What
 * a server gives up on, and with it on every later request, goes as text: the call was refused for it anyway.
 */
export function objectArguments(args: string): string {
  const written = wireArguments(args);
  const { depth, endless } = scanJson(written);
  return depth > maxDepth || endless ? JSON.stringify({ malformed_arguments: wellFormed(args) }) : written;
}

/** As deep as arguments of a call are read. */
const maxDepth = 128;

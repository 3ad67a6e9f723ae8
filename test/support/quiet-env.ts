import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A config that looks for no model server: what runs on the developer's machine must not answer in a test. */
export const quietEnv = {
  XDG_CONFIG_HOME: fileURLToPath(new URL('../fixtures/config-home', import.meta.url)),
  // Newer Node.js keeps compiled code: not in a folder that a test looks at.
  XDG_CACHE_HOME: join(tmpdir(), 'toolwright-test-cache'),
} as const;

/** Variables by which a model would be chosen. */
export const choosingVariables = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'GEMINI_API_KEY',
  'OPENROUTER_API_KEY',
  'OLLAMA_HOST',
] as const;

import { profileNames } from '../../profile/find-profile.js';

/** Members of events whose texts are words of ours, of a fixed set: they are not redacted, and always compared as they are. */
export const keptMembers: ReadonlySet<string> = new Set([
  ...['stage', 'errorType', 'verdict', 'level', 'mode', 'kind', 'where', 'choice', 'outcome', 'stop', 'repair'],
  ...['operation', 'version', 'mediaType', 'scope', 'status'],
]);

/** Whether the text of a member that may also hold words of others, as the name of a middleware, is one of ours. */
export function isOwnWord(member: string, text: string): boolean {
  if (member === 'model') return text.split(/[^a-zA-Z]+/).every((word) => publicNames.has(word.toLowerCase()));
  return ownWords[member]?.has(text) === true;
}

const ownWords: Readonly<Record<string, ReadonlySet<string>>> = {
  by: new Set([
    ...['person', 'no-person-rule', 'model', 'digest'],
    ...['itself', 'call', 'session', 'deadline', 'program'],
  ]),
  why: new Set(['asked', 'room', 'overflow']),
  profile: new Set(profileNames),
  code: new Set(['call-id-replaced', 'last-round', 'answer-cut']),
  limit: new Set([
    ...['rounds', 'calls-per-round', 'calls-per-turn', 'rate', 'loop'],
    ...['loop-redundant', 'loop-repetition', 'loop-oscillation', 'loop-drift', 'loop-again'],
    ...['turn-time', 'turn-tokens', 'turn-cost', 'session-tokens', 'session-cost'],
  ]),
};

/** What names of public models are made of: where all words of a name are among these, it tells of nobody. */
const publicNames: ReadonlySet<string> = new Set([
  ...['', 'ollama', 'openai', 'anthropic', 'google', 'gemini', 'openrouter', 'groq', 'mistral', 'mistralai', 'meta'],
  ...['gpt', 'o', 'oss', 'codex', 'claude', 'opus', 'sonnet', 'haiku', 'llama', 'qwen', 'qwq', 'coder', 'gemma', 'phi'],
  ...['deepseek', 'r', 'v', 'k', 'm', 'a', 'b', 'x', 'e', 'it', 'kimi', 'glm', 'minimax', 'devstral', 'ministral'],
  ...['magistral', 'mixtral', 'codestral', 'command', 'granite', 'nemotron', 'hermes', 'grok', 'nano', 'mini', 'small'],
  ...['medium', 'large', 'super', 'ultra', 'pro', 'flash', 'lite', 'turbo', 'max', 'plus', 'instruct', 'chat', 'base'],
  ...['preview', 'latest', 'thinking', 'reasoning', 'vision', 'vl', 'distill', 'gguf', 'q', 'fp', 'scripted', 'guide'],
]);

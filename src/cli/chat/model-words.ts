import type { ChosenModel } from '../../client/client-port.js';
import { safeLine } from '../safe-text.js';

/** How to choose a model in the chat. */
export const modelUsage = `/model NAME [BASE_URL] [KEY_VAR] chooses a model, for example
  /model ollama/qwen3                            Ollama on this machine
  /model gpt-5                                   OpenAI, its key in OPENAI_API_KEY
  /model NAME https://host/v1 MY_KEY             another server, its key in MY_KEY
  /model guide                                   the built-in guide, offline
\`toolwright models\` lists the models at hand; \`toolwright config set model NAME\` keeps a choice.`;

/** Why this model answers, and how to choose another. */
export function choiceWords({ how, why = '' }: ChosenModel): readonly string[] {
  const said = safeLine(why);
  if (how !== 'guide-named' && how !== 'nothing-found') return [`${said} /model chooses another.`];
  const guide = 'The built-in guide answers: it works offline, follows plain phrases and understands nothing else.';
  const hint = 'Try "what can you do", or choose a model: /model tells how.';
  return how === 'guide-named' ? [guide, hint] : [said, guide, hint];
}

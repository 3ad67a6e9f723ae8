/** How to choose a model in the chat. */
export const modelUsage = `/model NAME [BASE_URL] [KEY_VAR] chooses a model, for example
  /model qwen3 http://127.0.0.1:11434/v1         Ollama on this machine
  /model gpt-5                                   OpenAI, its key in OPENAI_API_KEY
  /model NAME https://host/v1 MY_KEY             another server, its key in MY_KEY
  /model guide                                   the built-in guide, offline`;

export const noModel = `No model was named, so the built-in guide answers: it works offline, follows plain phrases and understands nothing else.
Try "what can you do", or choose a model: /model tells how.`;

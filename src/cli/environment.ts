/** What the program finds in its environment, as the help and the manual page tell it. */
export const variables: readonly (readonly [name: string, says: string])[] = [
  ['OPENAI_API_KEY', 'the API key for OpenAI; --api-key-env names another variable for a server of your own'],
  ['ANTHROPIC_API_KEY', 'the API key for Anthropic'],
  ['GEMINI_API_KEY', 'the API key for Gemini'],
  ['OPENROUTER_API_KEY', 'the API key for OpenRouter'],
  ['DEEPSEEK_API_KEY', 'the API key for DeepSeek'],
  ['MISTRAL_API_KEY', 'the API key for Mistral'],
  ['GROQ_API_KEY', 'the API key for Groq'],
  ['XAI_API_KEY', 'the API key for xAI'],
  ['OPENAI_BASE_URL', 'where the API of OpenAI, or of what stands in for it, starts'],
  ['ANTHROPIC_BASE_URL', 'where the API of Anthropic, or of what stands in for it, starts'],
  ['OLLAMA_HOST', 'where Ollama listens; default: 127.0.0.1:11434'],
  ['XDG_CONFIG_HOME', 'the folder below which toolwright/config.json is looked for; default: ~/.config'],
  ['XDG_DATA_HOME', 'the folder below which sessions are kept; default: ~/.local/share'],
  ['XDG_CACHE_HOME', 'the folder below which compiled code is kept, by Node.js 22.1 and later; default: ~/.cache'],
  ['BROWSER', 'the browser that toolwright servers login opens; default: that of the desktop'],
  ['NO_COLOR', 'not empty: no colours, whatever else is set'],
  ['FORCE_COLOR', 'colours even where the output is no terminal; 0: none'],
  ['CLICOLOR_FORCE', 'the same, unless it is 0'],
  ['CLICOLOR', '0: no colours'],
  ['TERM', 'dumb: no colours and no line editing'],
  ['TOOLWRIGHT_BUBBLEWRAP', 'the bubblewrap that confines commands, by its absolute path; default: that of the system'],
  ['TOOLWRIGHT_DEBUG', '1: tell where an error happened, and what tools log'],
];

/** The files of the program. */
export const files: readonly (readonly [path: string, says: string])[] = [
  ['~/.config/toolwright/config.json', 'your settings; toolwright config shows what is in force'],
  ['.toolwright/config.json', 'settings of a workspace, used once toolwright trust was told so'],
  ['~/.config/toolwright/agents/', 'agents to delegate to, a Markdown file each; toolwright agents lists them'],
  ['.toolwright/agents/', 'agents of a workspace, used once toolwright trust was told so'],
  ['/etc/toolwright/config.json', 'settings of the machine, which beat all others'],
  ['~/.local/share/toolwright/store.db', 'the sessions; --store names another file'],
  ['~/.local/share/toolwright/store.db.blobs/', 'large outputs that the sessions name'],
  ['~/.local/share/toolwright/logins/', 'the tokens of MCP servers you signed in at'],
  ['~/.local/share/toolwright/store.db.kept/', 'commands that go on after their session, and their output'],
  [
    'AGENTS.md',
    'instructions for the model, as in CODE.md and CLAUDE.md: of the workspace and the folders above it, up to the root of the repository',
  ],
  [
    '.agents/skills/NAME/SKILL.md',
    'a skill, also in skills, .claude/skills and .toolwright/skills, and below your home; toolwright skills lists them',
  ],
];

/** Command lines to begin with. */
export const examples: readonly (readonly [line: string, says: string])[] = [
  ['toolwright', 'chat with whatever model is at hand'],
  ['toolwright --model ollama/qwen3', 'chat with a model of a local Ollama'],
  ['OPENAI_API_KEY=… toolwright run --model gpt-5 "what is in this folder?"', 'one question to a model of OpenAI'],
  ['git diff | toolwright run "Review this change." -', 'a prompt, and what it is about from a pipe'],
  ['toolwright sessions export last --format markdown', 'the last conversation, for reading'],
];

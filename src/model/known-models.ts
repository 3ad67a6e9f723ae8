import { defaultDialect } from '../dialect/dialect.js';

/** What is known of a model by its name. A hint where its server tells nothing; never a limit. */
export interface KnownModel {
  /** Tried on the name in lower case without its owner: `qwen3:8b`, `llama-3.1-8b-instruct-q4_k_m.gguf`. */
  readonly pattern: RegExp;
  /** By the API, written as text when told how, or not to be talked to like that at all. */
  readonly tools: 'native' | 'prompt' | 'none';
  /** How well it works with tools among those of its size, 1 the best. */
  readonly rank: number;
  /** The text format the family itself writes calls in. */
  readonly dialect?: string;
  readonly contextTokens?: number;
  readonly thinking?: boolean;
}

/** The first that fits the name. */
export function knownModel(name: string): KnownModel | undefined {
  const plain = name.toLowerCase().slice(-200).replace(/^.*\//, '');
  return knownModels.find(({ pattern }) => pattern.test(plain));
}

/** The dialect a model of this name is prompted in: that of its family, else the one most models know. */
export const promptDialect = (name: string): string => knownModel(name)?.dialect ?? defaultDialect;

const k = 1024;

/**
 * The first fit counts, so what a name says besides its base comes first: `deepseek-r1-distill-qwen` is no Qwen, and
 * `qwen3-embedding` does not talk. Gathered from the model pages of Ollama and the parsers of vLLM, SGLang and llama.cpp.
 */
// biome-ignore format: one line a family
export const knownModels: readonly KnownModel[] = [
  // what does not hold a conversation
  { pattern: /embed|minilm|^bge-|^gte-|^e5-|rerank|^paraphrase-|arctic-embed/, tools: 'none', rank: 99 },
  { pattern: /^(?:bak)?llava|^moondream|^minicpm-v|[-_]ocr\b|^z-image|^flux|^stable-diffusion|^whisper/, tools: 'none', rank: 99 },
  { pattern: /^starcoder|^sqlcoder|^stable-code|^reader-lm|^duckdb-nsql|^llama-guard|^shieldgemma|[-_:]base\b|-text\b/, tools: 'none', rank: 98 },

  // tunings that carry the name of their base
  { pattern: /deepseek-r1|[-_]r1[-_:]distill/, tools: 'native', rank: 14, dialect: 'deepseek_v3', contextTokens: 128 * k, thinking: true },
  { pattern: /^hermes-?[3-9]|hermes-2-(?:pro|theta)/, tools: 'native', rank: 13, dialect: 'hermes', contextTokens: 128 * k },
  { pattern: /firefunction-?v?2/, tools: 'native', rank: 13, dialect: 'firefunction_v2', contextTokens: 8 * k },
  { pattern: /functionary.*v3\.1/, tools: 'native', rank: 13, dialect: 'functionary_v31', contextTokens: 128 * k },
  { pattern: /functionary.*v3\.2/, tools: 'native', rank: 13, dialect: 'functionary_v32', contextTokens: 128 * k },
  { pattern: /xlam/, tools: 'native', rank: 13, dialect: 'xlam', contextTokens: 32 * k },
  { pattern: /toolace|gorilla/, tools: 'native', rank: 13, dialect: 'pythonic', contextTokens: 8 * k },
  { pattern: /^hammer|^falcon-?3/, tools: 'native', rank: 13, dialect: 'fenced_json', contextTokens: 32 * k },
  { pattern: /tool-?use|firefunction|functionary|^athene|watt-tool/, tools: 'native', rank: 13, contextTokens: 8 * k },
  { pattern: /^(?:dolphin|nous-|wizard|orca|vicuna|openchat|openhermes|zephyr|neural-chat|starling|stable-?lm|tinydolphin|everythinglm|mistrallite)/, tools: 'prompt', rank: 60 },
  { pattern: /^functiongemma/, tools: 'native', rank: 40, dialect: 'functiongemma', contextTokens: 32 * k },

  // made for calling tools
  { pattern: /^gpt-?oss/, tools: 'native', rank: 1, dialect: 'harmony', contextTokens: 128 * k, thinking: true },
  { pattern: /^qwen3[.\d]*-coder|^qwen-?3-coder/, tools: 'native', rank: 1, dialect: 'qwen3_coder', contextTokens: 256 * k },
  { pattern: /^qwen3\.[5-9]/, tools: 'native', rank: 1, dialect: 'qwen3_coder', contextTokens: 256 * k, thinking: true },
  { pattern: /^qwen-?3/, tools: 'native', rank: 2, dialect: 'hermes', contextTokens: 40 * k, thinking: true },
  { pattern: /^devstral/, tools: 'native', rank: 2, dialect: 'mistral', contextTokens: 128 * k },
  { pattern: /^glm-?(?:4\.[7-9]|[5-9])/, tools: 'native', rank: 2, dialect: 'glm47', contextTokens: 198 * k, thinking: true },
  { pattern: /^glm-?4\.[56]/, tools: 'native', rank: 2, dialect: 'glm45', contextTokens: 128 * k, thinking: true },
  { pattern: /^kimi-k[3-9]/, tools: 'native', rank: 1, dialect: 'kimi_k3', contextTokens: 256 * k, thinking: true },
  { pattern: /^kimi-k2/, tools: 'native', rank: 2, dialect: 'kimi_k2', contextTokens: 256 * k },
  { pattern: /^minimax-m[3-9]/, tools: 'native', rank: 1, dialect: 'minimax_m3', contextTokens: 200 * k, thinking: true },
  { pattern: /^minimax-(?:m1|text)/, tools: 'native', rank: 6, dialect: 'minimax_m1', contextTokens: 200 * k, thinking: true },
  { pattern: /^minimax-m[2-9]/, tools: 'native', rank: 2, dialect: 'minimax_m2', contextTokens: 200 * k, thinking: true },
  { pattern: /^deepseek-v[4-9]/, tools: 'native', rank: 1, dialect: 'deepseek_v4', contextTokens: 160 * k, thinking: true },
  { pattern: /^deepseek-v3\.[2-9]/, tools: 'native', rank: 1, dialect: 'deepseek_v32', contextTokens: 160 * k, thinking: true },
  { pattern: /^deepseek-v3(?!\.)/, tools: 'native', rank: 5, dialect: 'deepseek_v3', contextTokens: 128 * k },
  { pattern: /^deepseek-v(?:3\.[1-9]|[4-9])/, tools: 'native', rank: 2, dialect: 'deepseek_v31', contextTokens: 160 * k, thinking: true },
  { pattern: /^seed-oss/, tools: 'native', rank: 3, dialect: 'seed_oss', contextTokens: 256 * k, thinking: true },
  { pattern: /^step-?3[.p]5|^mimo|^k-exaone/, tools: 'native', rank: 3, dialect: 'qwen3_coder', contextTokens: 128 * k, thinking: true },
  { pattern: /^step-?3/, tools: 'native', rank: 4, dialect: 'step3', contextTokens: 64 * k, thinking: true },
  { pattern: /^longcat/, tools: 'native', rank: 4, dialect: 'longcat', contextTokens: 128 * k },
  { pattern: /^ling-?3/, tools: 'native', rank: 4, dialect: 'glm47', contextTokens: 128 * k, thinking: true },
  { pattern: /^laguna/, tools: 'native', rank: 4, dialect: 'poolside_v1', contextTokens: 128 * k, thinking: true },
  { pattern: /^(?:hy-?3|hunyuan-?(?:v3|3))/, tools: 'native', rank: 4, dialect: 'hy_v3', contextTokens: 128 * k, thinking: true },
  { pattern: /^hunyuan-a13b/, tools: 'native', rank: 7, dialect: 'hunyuan_a13b', contextTokens: 128 * k, thinking: true },
  { pattern: /^ernie-?4\.5/, tools: 'native', rank: 6, dialect: 'ernie45', contextTokens: 128 * k, thinking: true },
  { pattern: /^apriel/, tools: 'native', rank: 7, dialect: 'apriel', contextTokens: 128 * k, thinking: true },
  { pattern: /jamba/, tools: 'native', rank: 8, dialect: 'jamba', contextTokens: 256 * k },
  { pattern: /^gigachat-?3/, tools: 'native', rank: 7, dialect: 'gigachat3', contextTokens: 128 * k },
  { pattern: /^apertus/, tools: 'native', rank: 9, dialect: 'apertus', contextTokens: 64 * k },
  { pattern: /^solar-open/, tools: 'native', rank: 5, dialect: 'solar_open', contextTokens: 128 * k, thinking: true },
  { pattern: /^inkling/, tools: 'native', rank: 5, dialect: 'inkling', contextTokens: 128 * k, thinking: true },
  { pattern: /^muse-glimmer/, tools: 'native', rank: 5, dialect: 'muse_glimmer', contextTokens: 128 * k, thinking: true },
  { pattern: /^dots/, tools: 'native', rank: 7, dialect: 'dots', contextTokens: 32 * k },
  { pattern: /^minicpm-?5/, tools: 'native', rank: 15, dialect: 'minicpm5', contextTokens: 32 * k, thinking: true },
  { pattern: /^minicpm-?[34]/, tools: 'native', rank: 18, dialect: 'minicpm3', contextTokens: 32 * k },
  { pattern: /^intern(?:lm-?2|-s1)/, tools: 'native', rank: 12, dialect: 'internlm2', contextTokens: 32 * k },
  { pattern: /nemotron-nano-(?:9b|12b)-v2|nemotron-nano-v2/, tools: 'native', rank: 6, dialect: 'nemotron_v2', contextTokens: 128 * k, thinking: true },
  { pattern: /granite-20b-function/, tools: 'native', rank: 12, dialect: 'granite_20b_fc', contextTokens: 8 * k },
  { pattern: /^gemma-?4/, tools: 'native', rank: 3, dialect: 'gemma4', contextTokens: 128 * k, thinking: true },
  { pattern: /^nemotron-3|^nemotron-(?:nano|super|ultra)/, tools: 'native', rank: 3, dialect: 'qwen3_coder', contextTokens: 256 * k, thinking: true },
  { pattern: /^mistral-(?:small|medium|large)|^ministral|^magistral/, tools: 'native', rank: 3, dialect: 'mistral', contextTokens: 128 * k },
  { pattern: /^llama-?3[._-]?3/, tools: 'native', rank: 4, dialect: 'llama3_json', contextTokens: 128 * k },
  { pattern: /^(?:meta-)?llama-?4/, tools: 'native', rank: 4, dialect: 'pythonic_llama4', contextTokens: 256 * k },
  { pattern: /^granite-?4|^ibm-granite-?4/, tools: 'native', rank: 4, dialect: 'granite4', contextTokens: 128 * k },
  { pattern: /^qwq/, tools: 'native', rank: 5, dialect: 'hermes', contextTokens: 40 * k, thinking: true },
  { pattern: /^qwen-?2\.5-coder/, tools: 'native', rank: 6, dialect: 'hermes', contextTokens: 32 * k },
  { pattern: /^qwen-?2\.5-?vl/, tools: 'prompt', rank: 30, dialect: 'hermes', contextTokens: 125 * k },
  { pattern: /^qwen-?2/, tools: 'native', rank: 6, dialect: 'hermes', contextTokens: 32 * k },
  { pattern: /llama-?3[._-]?2-?.*vision/, tools: 'prompt', rank: 31, dialect: 'llama3_json', contextTokens: 128 * k },
  { pattern: /^(?:meta-)?llama-?3[._-]?1/, tools: 'native', rank: 7, dialect: 'llama3_json', contextTokens: 128 * k },
  { pattern: /^(?:meta-)?llama-?3[._-]?2/, tools: 'native', rank: 9, dialect: 'llama3_json', contextTokens: 128 * k },
  { pattern: /^cogito/, tools: 'native', rank: 7, dialect: 'hermes', contextTokens: 128 * k, thinking: true },
  { pattern: /^mistral-nemo|^mixtral.*8x22b/, tools: 'native', rank: 8, dialect: 'mistral', contextTokens: 64 * k },
  { pattern: /^mistral(?!.*v0\.[12])(?:[:-](?:7b|latest|instruct|v0).*)?$/, tools: 'native', rank: 9, dialect: 'mistral', contextTokens: 32 * k },
  { pattern: /command-(?:a|r7b)/, tools: 'native', rank: 8, dialect: 'cohere_command', contextTokens: 128 * k },
  { pattern: /command-r/, tools: 'native', rank: 8, dialect: 'command_r_plus', contextTokens: 128 * k },
  { pattern: /^granite-?3/, tools: 'native', rank: 8, dialect: 'granite', contextTokens: 128 * k },
  { pattern: /^olmo-?3/, tools: 'native', rank: 9, dialect: 'olmo3', contextTokens: 64 * k },
  { pattern: /^lfm-?2/, tools: 'native', rank: 9, dialect: 'lfm2', contextTokens: 32 * k },
  { pattern: /^phi-?4-mini/, tools: 'native', rank: 10, dialect: 'phi4_mini', contextTokens: 128 * k },
  { pattern: /^nemotron/, tools: 'native', rank: 10, contextTokens: 128 * k },
  { pattern: /^aya-expanse/, tools: 'native', rank: 11, dialect: 'command_r_plus', contextTokens: 8 * k },
  { pattern: /^smollm-?[2-9]/, tools: 'native', rank: 20, dialect: 'hermes', contextTokens: 8 * k },

  // able to write calls when told how
  { pattern: /^gemma-?3/, tools: 'prompt', rank: 25, contextTokens: 128 * k },
  { pattern: /^phi-?4/, tools: 'prompt', rank: 26, contextTokens: 16 * k },
  { pattern: /^deepseek/, tools: 'prompt', rank: 27, contextTokens: 128 * k },
  { pattern: /^glm-?4/, tools: 'prompt', rank: 28, dialect: 'glm4', contextTokens: 128 * k },
  { pattern: /^exaone|^solar|^internlm|^command|^yi[-:]|^falcon|^olmo/, tools: 'prompt', rank: 32, contextTokens: 8 * k },
  { pattern: /^gemma-?2/, tools: 'prompt', rank: 33, contextTokens: 8 * k },
  { pattern: /^(?:meta-)?llama-?3/, tools: 'prompt', rank: 34, dialect: 'llama3_json', contextTokens: 8 * k },
  { pattern: /^codestral|^mixtral|^mistral/, tools: 'prompt', rank: 35, dialect: 'mistral', contextTokens: 32 * k },
  { pattern: /^phi/, tools: 'prompt', rank: 45, contextTokens: 4 * k },
  { pattern: /^(?:code-?)?llama|^codegemma|^codeqwen|^gemma|^qwen/, tools: 'prompt', rank: 50, contextTokens: 4 * k },
  { pattern: /^tinyllama|^smollm/, tools: 'prompt', rank: 70, contextTokens: 2 * k },
];

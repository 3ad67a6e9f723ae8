import { describe, expect, test } from 'vitest';
import { findDialect } from '../../src/dialect/find-dialect.js';
import { knownModel, knownModels, promptDialect } from '../../src/model/known-models.js';
import { verifies } from '../requirements.js';

const native = (dialect?: string) => ({ tools: 'native', ...(dialect !== undefined && { dialect }) });

describe('a model that is known by its name', () => {
  test('every dialect the table names exists, and is what the model is prompted in', () => {
    verifies('dialects.auto.models');
    for (const { dialect } of knownModels) if (dialect !== undefined) expect(findDialect(dialect).name).toBe(dialect);
    expect(promptDialect('Qwen/Qwen3-Coder-30B')).toBe('qwen3_coder');
    expect(promptDialect('a-model-nobody-knows')).toBe('hermes');
  });

  test.each([
    ['gpt-oss:120b', native('harmony')],
    ['gpt-oss-120b', native('harmony')],
    ['openai/gpt-oss-20b', native('harmony')],
    ['llama3.1', native('llama3_json')],
    ['llama3.1:8b-instruct-q4_K_M', native('llama3_json')],
    ['meta-llama/Llama-3.1-8B-Instruct', native('llama3_json')],
    ['Meta-Llama-3.1-70B-Instruct-GGUF', native('llama3_json')],
    ['llama3.2:3b', native('llama3_json')],
    ['llama3.3:70b', native('llama3_json')],
    ['llama4:scout', native('pythonic_llama4')],
    ['qwen2.5:7b', native('hermes')],
    ['Qwen/Qwen2.5-7B-Instruct', native('hermes')],
    ['qwen2.5-coder:14b', native('hermes')],
    ['qwen3', { ...native('hermes'), thinking: true }],
    ['qwen3-coder:30b', native('qwen3_coder')],
    ['qwen3.5:9b', { ...native('qwen3_coder'), thinking: true }],
    ['mistral', native('mistral')],
    ['mistral:7b-instruct-v0.3', native('mistral')],
    ['mistral-nemo:12b', native('mistral')],
    ['mistral-small3.2:24b', native('mistral')],
    ['devstral:24b', native('mistral')],
    ['command-r-plus', native('command_r_plus')],
    ['c4ai-command-r-plus-08-2024', native('command_r_plus')],
    ['hermes3:8b', native('hermes')],
    ['granite3.3:8b', native('granite')],
    ['granite4:tiny-h', native('granite4')],
    ['phi4-mini', native('phi4_mini')],
    ['hf.co/unsloth/DeepSeek-R1-Distill-Qwen-7B-GGUF:Q4_K_M', { ...native('deepseek_v3'), thinking: true }],
  ])('%s calls tools through an API', (name, wanted) => {
    verifies('local-harness.provider.models-known');
    expect(knownModel(name)).toMatchObject(wanted);
  });

  test.each([
    'llama3',
    'llama3:70b-instruct',
    'llama2:13b',
    'codellama:7b',
    'mistral:7b-instruct-v0.2',
    'gemma2:9b',
    'gemma3:27b',
    'phi3:mini',
    'phi4:14b',
    'deepseek-coder-v2',
    'dolphin-llama3',
    'wizardlm2',
    'llama3.2-vision:11b',
    'tinyllama',
  ])('%s has to be told how to write calls', (name) => {
    verifies('local-harness.provider.models-known');
    expect(knownModel(name)?.tools).toBe('prompt');
  });

  test.each([
    'nomic-embed-text',
    'all-minilm',
    'qwen3-embedding:8b',
    'bge-m3',
    'llava:13b',
    'moondream',
    'starcoder2:3b',
    'llama3:8b-text',
  ])('%s does not hold a conversation', (name) => {
    expect(knownModel(name)?.tools).toBe('none');
  });

  test('is none for a name nobody knows', () => {
    expect(knownModel('my-own-model:latest')).toBeUndefined();
    expect(knownModel('')).toBeUndefined();
    expect(knownModel(`x/${'-'.repeat(1_000_000)}`)).toBeUndefined();
  });
});

test('each line of the table can be met, and says how good it is', () => {
  for (const { rank, contextTokens = 2048, tools } of knownModels) {
    expect(rank).toBeGreaterThan(0);
    expect(contextTokens % 1024).toBe(0);
    if (tools === 'none') expect(rank).toBeGreaterThan(90);
  }
});

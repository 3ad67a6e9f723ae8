import type { GrammarDialect } from './define-dialect.js';
import { actionFence, actionListsFence } from './format/action-fence/action-fence.js';
import { harmony } from './format/channel/harmony.js';
import { inkling } from './format/channel/inkling.js';
import { kimiK3 } from './format/channel/kimi-k3.js';
import { minimaxM3 } from './format/channel/minimax-m3.js';
import { museGlimmer } from './format/channel/muse-glimmer.js';
import { step3 } from './format/channel/step3.js';
import { hermes } from './format/hermes.js';
import { invokeDialects } from './format/invoke/invoke-dialects.js';
import { minicpm5 } from './format/invoke/minicpm5.js';
import { functoolsDialects } from './format/json/functools.js';
import { granite20bFc } from './format/json/granite-20b-fc.js';
import { internlm2 } from './format/json/internlm2.js';
import { lastToolCall } from './format/json/last-tool-call.js';
import { tokenListDialects } from './format/json/token-list.js';
import { toolCallTagDialects } from './format/json/tool-call-tags.js';
import { toolCallsDialects } from './format/json/tool-calls-section.js';
import { mixedEnvelopes } from './format/mixed-envelope/mixed-envelope.js';
import { commandRPlus } from './format/plain/command-r-plus.js';
import { fencedJsonDialect } from './format/plain/fenced-json.js';
import { functionaryV31 } from './format/plain/functionary-v31.js';
import { functionaryV32 } from './format/plain/functionary-v32.js';
import { glm4 } from './format/plain/glm4.js';
import { json, jsonArray } from './format/plain/json.js';
import { langchainXml } from './format/plain/langchain-xml.js';
import { llama3Json } from './format/plain/llama3-json.js';
import { react } from './format/plain/react.js';
import { xlam } from './format/plain/xlam.js';
import { bfcl } from './format/python/bfcl.js';
import { gemmaDialects } from './format/python/gemma.js';
import { lfm2 } from './format/python/lfm2.js';
import { minicpm3 } from './format/python/minicpm3.js';
import { olmo3 } from './format/python/olmo3.js';
import { pythonic } from './format/python/pythonic.js';
import { pythonicLlama4 } from './format/python/pythonic-llama4.js';
import { toolCode } from './format/python/tool-code.js';
import { glmDialects } from './format/tagged/glm.js';
import { hyV3 } from './format/tagged/hy-v3.js';
import { nestedXml } from './format/tagged/nested-xml.js';
import { qwen3Coder } from './format/tagged/qwen3-coder.js';
import { seedOss } from './format/tagged/seed-oss.js';
import { apertus } from './format/tokens/apertus.js';
import { cohereCommand } from './format/tokens/cohere-command.js';
import { deepseekDialects } from './format/tokens/deepseek.js';
import { gigachat3 } from './format/tokens/gigachat3.js';
import { kimiK2 } from './format/tokens/kimi-k2.js';
import { mistralDialects } from './format/tokens/mistral.js';
import { solarOpen } from './format/tokens/solar-open.js';
import { morphXml } from './format/tool-tag/morph-xml.js';
import { yamlXml } from './format/tool-tag/yaml-xml.js';

/** Every dialect; for `auto`, of two that could read the same opener the first one does. */
export const allDialects: readonly GrammarDialect[] = [
  // First, for several others know the same JSON when their special tokens are lost: what follows it tells an answer.
  json,
  harmony,
  museGlimmer,
  kimiK3,
  minimaxM3,
  inkling,
  step3,
  hermes,
  qwen3Coder,
  seedOss,
  nestedXml,
  hyV3,
  ...glmDialects,
  ...toolCallTagDialects,
  ...toolCallsDialects,
  ...tokenListDialects,
  granite20bFc,
  internlm2,
  ...functoolsDialects,
  ...deepseekDialects,
  kimiK2,
  ...mistralDialects,
  gigachat3,
  apertus,
  cohereCommand,
  solarOpen,
  ...invokeDialects,
  minicpm5,
  llama3Json,
  functionaryV31,
  functionaryV32,
  commandRPlus,
  react,
  langchainXml,
  glm4,
  fencedJsonDialect,
  xlam,
  jsonArray,
  actionFence,
  actionListsFence,
  lastToolCall,
  morphXml,
  yamlXml,
  ...gemmaDialects,
  lfm2,
  minicpm3,
  olmo3,
  pythonicLlama4,
  toolCode,
  bfcl,
  pythonic,
  ...mixedEnvelopes,
];

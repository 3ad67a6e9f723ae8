import type { GrammarDialect } from './define-dialect.js';
import { actionFence, actionListsFence } from './format/action-fence/action-fence.js';
import { harmony } from './format/channel/harmony.js';
import { inkling } from './format/channel/inkling.js';
import { kimiK3 } from './format/channel/kimi-k3.js';
import { minimaxM3 } from './format/channel/minimax-m3.js';
import { museGlimmer } from './format/channel/muse-glimmer.js';
import { step3 } from './format/channel/step3.js';
import { hermes } from './format/hermes.js';
import { anthropicXml } from './format/invoke/anthropic-xml.js';
import { deepseekV4, deepseekV32 } from './format/invoke/deepseek-dsml.js';
import { dots } from './format/invoke/dots.js';
import { minicpm5 } from './format/invoke/minicpm5.js';
import { minimaxM2 } from './format/invoke/minimax-m2.js';
import { apriel } from './format/json/apriel.js';
import { ernie45 } from './format/json/ernie45.js';
import { firefunctionV2 } from './format/json/firefunction-v2.js';
import { granite } from './format/json/granite.js';
import { granite20bFc } from './format/json/granite-20b-fc.js';
import { granite4 } from './format/json/granite4.js';
import { hunyuanA13b } from './format/json/hunyuan-a13b.js';
import { internlm2 } from './format/json/internlm2.js';
import { jamba } from './format/json/jamba.js';
import { lastToolCall } from './format/json/last-tool-call.js';
import { longcat } from './format/json/longcat.js';
import { minimaxM1 } from './format/json/minimax-m1.js';
import { nemotronV2 } from './format/json/nemotron-v2.js';
import { phi4Mini } from './format/json/phi4-mini.js';
import { phi4MiniFc } from './format/json/phi4-mini-fc.js';
import {
  mixedDsml,
  mixedEnvelope,
  mixedGeneric,
  mixedLongcat,
  mixedMinimax,
} from './format/mixed-envelope/mixed-envelope.js';
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
import { functiongemma } from './format/python/functiongemma.js';
import { gemma4 } from './format/python/gemma4.js';
import { lfm2 } from './format/python/lfm2.js';
import { minicpm3 } from './format/python/minicpm3.js';
import { olmo3 } from './format/python/olmo3.js';
import { pythonic } from './format/python/pythonic.js';
import { pythonicLlama4 } from './format/python/pythonic-llama4.js';
import { toolCode } from './format/python/tool-code.js';
import { glm45, glm47, poolsideV1 } from './format/tagged/glm.js';
import { hyV3 } from './format/tagged/hy-v3.js';
import { nestedXml } from './format/tagged/nested-xml.js';
import { qwen3Coder } from './format/tagged/qwen3-coder.js';
import { seedOss } from './format/tagged/seed-oss.js';
import { apertus } from './format/tokens/apertus.js';
import { cohereCommand } from './format/tokens/cohere-command.js';
import { deepseekV3 } from './format/tokens/deepseek-v3.js';
import { deepseekV31 } from './format/tokens/deepseek-v31.js';
import { gigachat3 } from './format/tokens/gigachat3.js';
import { kimiK2 } from './format/tokens/kimi-k2.js';
import { mistral } from './format/tokens/mistral.js';
import { mistralV3 } from './format/tokens/mistral-v3.js';
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
  glm47,
  glm45,
  poolsideV1,
  granite4,
  ernie45,
  longcat,
  nemotronV2,
  jamba,
  minimaxM1,
  apriel,
  hunyuanA13b,
  granite,
  phi4MiniFc,
  granite20bFc,
  internlm2,
  phi4Mini,
  firefunctionV2,
  deepseekV3,
  deepseekV31,
  kimiK2,
  mistral,
  mistralV3,
  gigachat3,
  apertus,
  cohereCommand,
  solarOpen,
  anthropicXml,
  deepseekV32,
  deepseekV4,
  minimaxM2,
  dots,
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
  gemma4,
  functiongemma,
  lfm2,
  minicpm3,
  olmo3,
  pythonicLlama4,
  toolCode,
  bfcl,
  pythonic,
  mixedEnvelope,
  mixedLongcat,
  mixedGeneric,
  mixedDsml,
  mixedMinimax,
];

import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import { writeEach } from '../write-json-calls.js';
import { callBegin, callEnd, callsBegin, callsEnd, deepseekGrammar, fencedOpeners, sep } from './deepseek.js';
import { outputJson } from './tool-output.js';

/** Calls with their arguments in a code fence, between tokens with wide bars: DeepSeek V3 and R1. */
export const deepseekV3 = defineDialect({
  name: 'deepseek_v3',
  title: 'DeepSeek V3 and R1: JSON in a fence between special tokens',
  entries: ['A2'],
  aliases: ['deepseekv3', 'deepseek_r1', 'deepseek', 'cogito'],
  models: ['DeepSeek-V3-0324', 'DeepSeek-R1', 'DeepSeek-R1-0528', 'Cogito v2'],
  sample: `${callsBegin}${callBegin}function${sep}tides\n\`\`\`json\n{"port": "Brest"}\n\`\`\`${callEnd}${callsEnd}`,
  grammar: deepseekGrammar('deepseek_v3'),
  inAuto: fencedOpeners('deepseek_v3'),
  writeCalls(calls) {
    const written = writeEach(
      calls,
      ({ name, arguments: args }) =>
        `${callBegin}function${sep}${name}\n\`\`\`json\n${escapeMarkup(args)}\n\`\`\`${callEnd}`,
      '\n',
    );
    return typeof written === 'string' ? `${callsBegin}${written}${callsEnd}` : written;
  },
  renderResults(results) {
    const outputs = results.map((result) => `<｜tool▁output▁begin｜>${outputJson(result)}<｜tool▁output▁end｜>`);
    return [{ role: 'user', text: `<｜tool▁outputs▁begin｜>${outputs.join('\n')}<｜tool▁outputs▁end｜>` }];
  },
});

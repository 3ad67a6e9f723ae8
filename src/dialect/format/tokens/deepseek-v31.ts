import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import { writeEach } from '../write-json-calls.js';
import { callBegin, callEnd, callsBegin, callsEnd, deepseekGrammar, sep } from './deepseek.js';
import { outputJson } from './tool-output.js';

/** The name before the separator and bare JSON behind it: DeepSeek V3.1. */
export const deepseekV31 = defineDialect({
  name: 'deepseek_v31',
  title: 'DeepSeek V3.1: a name and JSON between special tokens',
  entries: ['A3'],
  aliases: ['deepseekv31', 'deepseek3', 'deepseek_v3_1'],
  models: ['DeepSeek-V3.1', 'DeepSeek-V3.1-Terminus'],
  sample: `${callsBegin}${callBegin}tide_table${sep}{"port": "Brest"}${callEnd}${callsEnd}`,
  grammar: deepseekGrammar('deepseek_v31'),
  writeCalls(calls) {
    const written = writeEach(
      calls,
      ({ name, arguments: args }) => `${callBegin}${name}${sep}${escapeMarkup(args)}${callEnd}`,
      '',
    );
    return typeof written === 'string' ? `${callsBegin}${written}${callsEnd}` : written;
  },
  renderResults: (results) => [
    {
      role: 'user',
      text: results.map((result) => `<｜tool▁output▁begin｜>${outputJson(result)}<｜tool▁output▁end｜>`).join(''),
    },
  ],
});

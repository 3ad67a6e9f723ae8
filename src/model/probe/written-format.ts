/**
 * Marks by which the text formats of calls are known, the more telling ones first. None may look over the same text from
 * many places: what a model says is long at times, and a run of spaces or brackets must not hold up everything.
 */
const marks: readonly (readonly [RegExp, string])[] = [
  [/<\|channel\|>\s*(?:commentary|analysis)[^<]*to=functions\./, 'harmony'],
  [/<｜tool▁calls?▁begin｜>/, 'deepseek'],
  [/<｜DSML｜/, 'deepseek-dsml'],
  [/<\|tool_calls_section_begin\|>/, 'kimi-k2'],
  [/<tool_call>\s*[\w.-]+\s*<arg_key>/, 'glm'],
  [/<tool_call>\s*<function=/, 'qwen3-coder'],
  [/<tool_call>\s*(?:```(?:json)?\s*)?[[{]/, 'hermes'],
  [/<minimax:tool_call>/, 'minimax-m2'],
  [/<function_calls>|<invoke name=/, 'invoke-xml'],
  [/<function=[\w.-]+>/, 'function-tag'],
  [/\[TOOL_CALLS\]/, 'mistral'],
  [/<\|python_tag\|>/, 'llama3-json'],
  [/<\|tool_call\|>/, 'granite'],
  [/<\|START_ACTION\|>/, 'command-a'],
  [/<\|tool_call_start\|>/, 'lfm2'],
  [/<TOOLCALL>/, 'nemotron'],
  [/functools\s*\[/, 'functools'],
  [/```tool_code/, 'tool-code'],
  [/^[ \t]*Action:\s*\S.*\n\s*Action Input:/m, 'react'],
  [/```(?:json)?\s*\{\s*"(?:name|tool|function)"\s*:/, 'fenced-json'],
  [/^\s*[[{]\s*(?:\{\s*)?"(?:name|tool|function)"\s*:/, 'bare-json'],
  [/^[ \t]*\[\s*[A-Za-z_]\w{0,63}\([^)]{0,1000}\)/m, 'pythonic'],
];

/** The text format a message looks like holding a call in; undefined when there is no sign of one. */
export function writtenFormat(text: string): string | undefined {
  const start = text.slice(0, 64 * 1024);
  return marks.find(([mark]) => mark.test(start))?.[1];
}

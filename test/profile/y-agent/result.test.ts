import { expect, it } from 'vitest';
import { errorCode, errorCodes, renderYAgentResult } from '../../../src/profile/y-agent/result.js';
import { yAgentProfile } from '../../../src/profile/y-agent/y-agent-profile.js';
import { truncate_tool_result } from '../../../src/systems/y-agent/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { type ErrorType, errorTypes, type ToolResult } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { called, runY } from './open-y.js';

const metadata = { execution_time_ms: 5, data_size_bytes: 2, timestamp: 1 };
const failed = (error_type: ErrorType, error_message = 'no'): ToolResult => ({
  success: false,
  data: null,
  error_message,
  error_type,
  metadata,
});

const toolOf = (category: string) =>
  defineTool({ name: 't', description: 't', parameters: { type: 'object' }, category, effects: 'none', run: () => 1 });

it('has a code for every failure, and every code is one', () => {
  verifies('y-agent.definition.error-codes', 'y-agent.definition.error-retryable');
  const places = [undefined, ...['FileSystem', 'Network', 'Shell'].map(toolOf)];
  const types = errorTypes.filter((type) => type !== 'none');
  const codes = new Set(
    places.flatMap((tool) =>
      types.flatMap((type) =>
        [failed(type), failed(type, 'old_string is not in a.')].map((one) => errorCode(one, tool)),
      ),
    ),
  );
  expect([...codes].sort()).toEqual([...errorCodes].sort());
  expect(errorCodes).toHaveLength(13);
  const retryable = (type: ErrorType, category: string): unknown =>
    JSON.parse(renderYAgentResult(failed(type), toolOf(category))).retryable;
  expect(types.filter((type) => retryable(type, 'Shell') === true)).toEqual(['timeout', 'rate_limited']);
  expect(types.filter((type) => retryable(type, 'Network') === true)).toEqual([
    'not_found',
    'io_error',
    'timeout',
    'rate_limited',
  ]);
});

it('tells what is missing in its own words and codes', async () => {
  verifies('y-agent.definition.error-codes');
  const { told } = await runY([
    called('FileRead', { path: 'nope' }),
    called('Grep', { pattern: 'x', path: 'nope' }),
    called('Grep', { pattern: '(' }),
    called('ToolSearch', {}),
    called('ToolSearch', { tool: 'Nope' }),
  ]);
  expect(told.map(({ code }) => code)).toEqual([
    'file_not_found',
    'file_not_found',
    'validation_error',
    'validation_error',
    'tool_not_found',
  ]);
  expect(told[0]?.error).toMatch(/ Find the right path with Glob\.$/);
  expect(told[2]?.error).toMatch(/ Write \\ before a character meant as it is\.$/);
  expect(told[3]?.error).toBe('Say what to look for: give query, category, tool or mcp_server.');
});

it('renders success, content, warnings and metadata, or error, code, details and retryable', () => {
  verifies('y-agent.definition.output', 'y-agent.definition.error-codes');
  const ok = {
    success: true,
    data: { files: 2, warnings: ['use FileRead'] },
    error_message: null,
    error_type: 'none',
    metadata,
  } as const;
  expect(renderYAgentResult(ok)).toBe(
    '{"success":true,"content":{"files":2},"warnings":["use FileRead"],"metadata":{"execution_time_ms":5}}',
  );
  expect(
    renderYAgentResult({ ...failed('timeout', 'It took too long.'), data: { stdout: 'a' } }, toolOf('Shell')),
  ).toBe('{"error":"It took too long.","code":"timeout","details":{"stdout":"a"},"retryable":true}');
});

it('cuts a result at 10,000 characters, says how many there were and are, and splits none', async () => {
  verifies('y-agent.pipeline.truncate', 'y-agent.pipeline.truncate-utf8');
  const total = 30_000;
  const long = defineTool({
    name: 'long',
    description: 'long',
    parameters: { type: 'object' },
    effects: 'none',
    run: () => '😀'.repeat(total / 2),
  });
  expect(yAgentProfile.limits.resultChars).toBe(10_000);
  const { model } = await runY([called('long')], { tools: [long] });
  const text = model.requests[1]?.messages.at(-1)?.text ?? '';
  expect(text.length).toBeLessThanOrEqual(10_000);
  expect(text.length).toBeGreaterThan(7000);
  expect(text.isWellFormed()).toBe(true);
  const { content } = JSON.parse(text) as { content: string };
  const [marker = '', shown, of] =
    /\n\[truncated: (\d+) of (\d+) characters shown; the whole is kept: FileRead with path blob:\S+\]\n/.exec(
      content,
    ) ?? [];
  expect(Number(of)).toBe(total);
  expect(Number(shown)).toBe(content.length - marker.length);
});

it('cuts any text so', () => {
  verifies('y-agent.pipeline.truncate', 'y-agent.pipeline.truncate-utf8');
  expect(truncate_tool_result('short')).toBe('short');
  const cut = truncate_tool_result('é😀'.repeat(10_000));
  expect(cut.length).toBeLessThanOrEqual(10_000);
  expect(cut.isWellFormed()).toBe(true);
  const [marker = '', shown] = /\n\[truncated: (\d+) of 30000 characters shown\]\n/.exec(cut) ?? [];
  expect(Number(shown)).toBe(cut.length - marker.length);
});

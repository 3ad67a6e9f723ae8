import type { ReadMessage } from '../../dialect/read-message.js';
import { escapeUnseen } from '../render-json.js';

/** As JSON; the arguments of calls stand in it as they were written, digit for digit. */
export function renderReadMessage(
  read: ReadMessage,
  options: { readonly oneLine: boolean; readonly id?: unknown },
): string {
  const { dialect, text, reasoning, calls, problems, repairs } = read;
  const [newline, indent] = options.oneLine ? ['', ''] : ['\n', '  '];
  const list = (items: readonly string[]): string =>
    items.length === 0
      ? '[]'
      : `[${newline}${items.map((item) => indent + indent + item).join(`,${newline}`)}${newline}${indent}]`;
  const members = [
    ...(options.id === undefined ? [] : [['id', JSON.stringify(options.id)]]),
    ['dialect', JSON.stringify(dialect ?? null)],
    ['text', JSON.stringify(text)],
    ['reasoning', JSON.stringify(reasoning)],
    ['calls', list(calls.map(renderCall))],
    ['problems', list(problems.map((problem) => JSON.stringify(problem)))],
    ['repairs', list(repairs.map((repair) => JSON.stringify(repair)))],
  ] as const;
  const body = members.map(([key, json]) => `${indent}"${key}":${newline === '' ? '' : ' '}${json}`);
  return escapeUnseen(`{${newline}${body.join(`,${newline}`)}${newline}}`);
}

/** Line breaks stand between the parts of JSON only. */
const renderCall = ({ id, name, arguments: args }: ReadMessage['calls'][number]): string =>
  `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"arguments":${args.trim().replaceAll(/[\r\n]+/g, ' ')}}`;

import { parseJson } from '../../base/json.js';
import { cutEnd, plural } from '../../base/text.js';
import type { Message } from '../message.js';
import type { Model, ModelRequest } from '../model.js';
import { type ScriptedRound, scriptedModel } from './scripted.js';

/**
 * The model for those who have none yet: no intelligence, no network, the same answer every time. It turns plain
 * requests into real tool calls and reports their results, so that everything around a model can be tried.
 */
export function guideModel(): Model {
  return scriptedModel((request) => answer(request), { name: 'guide', record: false });
}

const name =
  'I am the guide, a built-in stand-in for a language model: I follow a few plain phrases and understand nothing else.';

const phrases = [
  'list the files, list the files in src',
  'read README.md',
  'find TODO in src, find files *.ts',
  'replace X by Y in FILE, replace all X by Y in FILE, write TEXT to FILE',
  'run npm test',
  'what time is it, where am I',
  'what can you do',
];

const help = `${name}\nI understand:\n${phrases.map((phrase) => `  ${phrase}`).join('\n')}\nFor a real model: --model NAME on the command line, /model in the chat.`;

function answer({ messages, tools }: ModelRequest): ScriptedRound {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: report(results(messages)) };
  const wish = last?.role === 'user' ? understand(plainly(last.text)) : undefined;
  if (wish === undefined) return { text: `I did not understand that. ${help}` };
  if (typeof wish === 'string') return { text: wish };
  // What no definition was sent of may be called where there is more than was sent.
  if (!tools.some(({ name: offered }) => offered === wish.name || offered === 'tool_search'))
    return { text: `That needs the tool ${wish.name}, which is not offered here.` };
  return { text: '', calls: [wish] };
}

/** Without the words that are said out of courtesy and, where the end is not to be taken literally, the sign at it. */
function plainly(text: string): string {
  const begun = text.trim().replace(/^(?:(?:please|could you|can you|would you|now|then)[\s,]+)+/i, '');
  if (/^(?:run|execute|\$|write|replace|change|create|make)\s/i.test(begun)) return begun;
  return begun.replace(/[\s,]+please[.!?]*$/i, '').replace(/(?<=\w)[?!]+$/, '');
}

interface Wish {
  readonly name: string;
  readonly arguments: object;
}

type Rule = readonly [RegExp, (...groups: string[]) => Wish | string];

const call = (toolName: string, args: object): Wish => ({ name: toolName, arguments: args });
const path = (text: string | undefined): string =>
  unquote(text?.trim() || '.').replace(/^(?:here|this folder|the workspace)$/i, '.');

/** The first rule that fits is taken, so the narrower ones stand first. */
const rules: readonly Rule[] = [
  [/^(?:exit|quit|bye|leave)$/i, () => 'To leave, type /exit, or press Ctrl+D.'],
  [/^(?:help|hello|hi|hey|what can you do|who are you|what are you)\b.*$/i, () => help],
  [/^(?:what(?:'s| is) the time|what time is it).*$/i, () => call('get_current_time', {})],
  [/^(?:where am i|pwd|which folder is this).*$/i, () => call('get_working_directory', {})],
  [/^(?:run|execute|\$)\s+(.+)$/is, (command) => call('run_command', { command: unquote(command) })],
  [
    /^(?:replace|change)\s+(all\s+)?(.+?)\s+(?:by|with|to|into)\s+(.+?)\s+in\s+(\S+)$/is,
    (all, from, to, file) =>
      call('edit_file', {
        path: path(file),
        old_text: unquote(from),
        new_text: unquote(to),
        ...(all !== undefined && { replace_all: true }),
      }),
  ],
  [
    /^write\s+(.+?)\s+(?:to|into)\s+(?:the\s+)?(?:file\s+)?(\S+)$/is,
    (text, file) => call('write_file', { path: path(file), content: `${unquote(text)}\n` }),
  ],
  [
    /^(?:create|make)\s+(?:a\s+|the\s+)?(?:new\s+)?file\s+(\S+)\s+(?:with|that says|saying)\s+(.+)$/is,
    (file, text) => call('write_file', { path: path(file), content: `${unquote(text)}\n` }),
  ],
  [
    /^find\s+(?:all\s+)?(?:the\s+)?files?\s+(?:named\s+|like\s+|matching\s+)?(\S+)$/i,
    (pattern) => call('glob', { pattern: unquote(pattern) }),
  ],
  [
    /^(?:find|search(?:\s+for)?|grep)\s+(.+?)\s+in\s+(.+)$/is,
    (pattern, where) => call('grep', { pattern: literal(unquote(pattern)), path: path(where) }),
  ],
  [/^(?:find|search(?:\s+for)?|grep)\s+(.+)$/is, (pattern) => call('grep', { pattern: literal(unquote(pattern)) })],
  [
    /^(?:list|show|ls)(?:\s+(?:all|me))?(?:\s+the)?(?:\s+(?:files|folder|folders))?(?:\s+(?:in|of)\s+(.+))?$/i,
    (where) => call('list_dir', { path: path(where) }),
  ],
  [/^(?:what is|what's|show me what is)\s+in\s+(\S+\.\w+)$/i, (file) => call('read_file', { path: path(file) })],
  [
    /^(?:what files are|which files are|what is|what's)\s+in\s+(.+)$/i,
    (where) => call('list_dir', { path: path(where) }),
  ],
  [/^where\s+is\s+(.+)$/i, (pattern) => call('grep', { pattern: literal(unquote(pattern)) })],
  [/^(?:list|ls)\s+(\S+)$/i, (where) => call('list_dir', { path: path(where) })],
  [
    /^(?:read|show|open|cat|print)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?(\S+)$/i,
    (file) => call('read_file', { path: path(file) }),
  ],
];

function understand(text: string): Wish | string | undefined {
  for (const [form, wish] of rules) {
    const found = form.exec(text);
    if (found !== null) return wish(...(found.slice(1) as string[]));
  }
  return undefined;
}

interface Result {
  readonly name: string;
  readonly success: boolean;
  readonly text: string;
}

/** The results behind the last message that was not one. */
function results(messages: readonly Message[]): readonly Result[] {
  const start = messages.findLastIndex(({ role }) => role !== 'tool') + 1;
  return messages.slice(start).map((message) => {
    const toolName = message.role === 'tool' ? message.name : '';
    const content = message.role === 'tool' ? message.text : '';
    const parsed = parseJson(content);
    const value = (parsed.ok ? parsed.value : undefined) as
      | { success?: boolean; data?: unknown; error_message?: string | null }
      | undefined;
    const data = typeof value?.data === 'string' ? value.data : JSON.stringify(value?.data ?? null, undefined, 2);
    if (value?.success === true) return { name: toolName, success: true, text: data };
    return {
      name: toolName,
      success: false,
      text: [value?.error_message ?? content, value?.data ? data : ''].join('\n').trim(),
    };
  });
}

const maxLines = 40;

function report(all: readonly Result[]): string {
  return all
    .map(({ name: toolName, success, text }) =>
      success ? `${toolName} says:\n${shorten(text)}` : `${toolName} did not work:\n${shorten(text)}`,
    )
    .join('\n\n');
}

function shorten(text: string): string {
  const lines = cutEnd(text, 6000).trimEnd().split('\n');
  if (lines.length <= maxLines) return lines.join('\n');
  return [...lines.slice(0, maxLines), `… and ${plural(lines.length - maxLines, 'more line')}`].join('\n');
}

const unquote = (text: string): string => /^(["'`])(.*)\1$/s.exec(text.trim())?.[2] ?? text.trim();
const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

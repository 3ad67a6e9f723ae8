import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';
import { escapeHidden } from './escape-hidden.js';
import { askFor, type RequestContext } from './request-context.js';

type Field = Readonly<Record<string, unknown>>;
type Value = string | number | boolean | string[];

const maxFields = 20;
const maxChars = 4000;
/** How often a field is asked for until the answer is one to it. */
const maxTries = 3;
const declined: ElicitResult = { action: 'decline' };

/**
 * Asks the person what a server wants to know, one question a field. What sounds like a secret is not asked for, and an
 * answer that holds one is not handed over: the server is told that the person declined.
 */
export async function elicit(params: ElicitRequestFormParams, context: RequestContext): Promise<ElicitResult> {
  const { message, requestedSchema } = params;
  const fields = Object.entries(requestedSchema.properties as Readonly<Record<string, Field>>);
  if (fields.length > maxFields || soundsSecret(message, fields)) return declined;
  const required = new Set(requestedSchema.required ?? []);
  const intro = `The MCP server ${context.server} asks: ${cut(message)}`;
  const no = (): ElicitResult => (context.call.ctx.signal.aborted ? { action: 'cancel' } : declined);
  if (fields.length === 0) {
    const answer = await askFor(context, { text: intro, options: ['accept', 'decline'] });
    return answer?.trim() === 'accept' ? { action: 'accept', content: {} } : no();
  }
  const content: Record<string, Value> = {};
  for (const [name, field] of fields) {
    const answer = await askField({ name, field, intro, isRequired: required.has(name) }, context);
    if (answer === undefined) return no();
    if (answer !== leftOut) content[name] = answer.value;
  }
  return { action: 'accept', content };
}

const leftOut = 'left out';

interface Asking {
  readonly name: string;
  readonly field: Field;
  readonly intro: string;
  readonly isRequired: boolean;
}

/** Undefined when there is no answer that may be handed over. */
async function askField(
  { name, field, intro, isRequired }: Asking,
  context: RequestContext,
): Promise<{ readonly value: Value } | typeof leftOut | undefined> {
  const options = optionsOf(field);
  const title = [name, field['title'], field['description']].filter((text) => typeof text === 'string').join(' · ');
  const usual = defaultOf(field);
  const isNeeded = isRequired && usual === undefined;
  const without = usual === undefined ? 'to leave it out' : `for ${cut(JSON.stringify(usual))}`;
  const optional = isNeeded ? '' : ` (not needed: answer - ${without})`;
  let hint = '';
  for (let tries = 0; tries < maxTries; tries += 1) {
    const text = `${intro}\n${cut(title)}${optional}${hint}`;
    const answer = await askFor(context, { text, ...(options.length > 0 && { options }) });
    if (answer === undefined || context.hasSecret(answer)) return undefined;
    if (!isNeeded && answer.trim() === '-') return usual === undefined ? leftOut : { value: usual };
    const value = answerTo(answer, field);
    if (value !== undefined) return { value };
    hint = `\nThat was no answer to it: ${wanted(field)}.`;
  }
  return undefined;
}

const cut = (text: string): string => escapeHidden(text.slice(0, maxChars));

function wanted(field: Field): string {
  const { type } = field;
  if (type === 'integer') return 'it wants a whole number';
  if (type === 'number') return 'it wants a number';
  return `it wants one of ${optionsOf(field).join(', ')}`;
}

function optionsOf(field: Field): readonly string[] {
  if (field['type'] === 'boolean') return ['yes', 'no'];
  const { enum: words, oneOf } = field as { readonly enum?: unknown; readonly oneOf?: unknown };
  const listed = Array.isArray(words)
    ? words
    : Array.isArray(oneOf)
      ? oneOf.map((one: Field | null) => one?.['const'])
      : [];
  return listed.filter((word): word is string => typeof word === 'string').slice(0, 50);
}

/** What the server takes where nothing is said; shown, as it is what a leave-out hands over. */
function defaultOf({ default: usual }: Field): Value | undefined {
  if (Array.isArray(usual)) return usual.every((one) => typeof one === 'string') ? usual : undefined;
  return typeof usual === 'string' || typeof usual === 'number' || typeof usual === 'boolean' ? usual : undefined;
}

/** Undefined when the answer is none to this field. */
function answerTo(text: string, field: Field): Value | undefined {
  const said = text.trim();
  if (field['type'] === 'boolean')
    return /^(?:y|yes|true)$/i.test(said) ? true : /^(?:n|no|false)$/i.test(said) ? false : undefined;
  if (field['type'] === 'number' || field['type'] === 'integer') {
    const value = Number(said);
    const fits = said !== '' && Number.isFinite(value) && (field['type'] === 'number' || Number.isInteger(value));
    return fits ? value : undefined;
  }
  if (field['type'] === 'array') return said.split(',').map((one) => one.trim());
  const options = optionsOf(field);
  return options.length === 0 || options.includes(said) ? text : undefined;
}

/** Whether a server asks for what sounds like a secret, in the words of some languages, or in letters that hide it. */
function soundsSecret(message: string, fields: readonly (readonly [string, Field])[]): boolean {
  return (
    isStrong(message) ||
    fields.some(([name, field]) => {
      const named = `${name.replaceAll(/[_-]/g, ' ')} ${name} ${String(field['title'] ?? '')}`;
      return shortWords.test(named) || isStrong(`${named} ${JSON.stringify(field)}`);
    })
  );
}

function isStrong(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return strongWords.test(plain) || mixedWord.test(plain);
}

const strongWords =
  /pass(?:word|phrase|code|wort)|kennwort|mot de passe|contrase[nñ]a|\bsenha\b|парол|密码|密碼|パスワード|비밀번호|secret|\btoken\b|api[\s_-]?key|access[\s_-]?key|private[\s_-]?key|credential|one[\s-]?time (?:code|password)|card number|seed phrase/i;
/** They count where something is named, not within a sentence about it. */
const shortWords = /\b(?:otp|pin|cvv|cvc|2fa|mfa)\b/i;
/** Nobody writes so who does not want to be misread. */
const mixedWord =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;

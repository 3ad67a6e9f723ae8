import { parseJson } from '../base/json.js';
import { fail, isFailure, type ToolFailure } from '../tool/outcome.js';
import type { FilledForm, FormField, FormRequest, FormValue } from '../tool/port.js';
import { type AskContext, askOfTool, putInput } from './ask-of-tool.js';

/** Has the person fill in a form of a tool. What comes back fits its fields. */
export function fillOfTool(form: FormRequest, context: AskContext): Promise<FilledForm | ToolFailure> {
  return context.env.people.questions.forms === true ? fillAtOnce(form, context) : fillByField(form, context);
}

async function fillAtOnce({ text, ...form }: FormRequest, context: AskContext): Promise<FilledForm | ToolFailure> {
  const said = await putInput({ text, options: [], form }, context);
  if (isFailure(said)) return said;
  const parsed = said.answer.choice === 'text' ? parseJson(said.answer.text) : undefined;
  const given = parsed?.ok === true && isObject(parsed.value) ? parsed.value : undefined;
  if (given === undefined) return unfit('it holds no fields');
  const values: Record<string, FormValue> = {};
  for (const [name, field] of Object.entries(form.properties)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || value === null) {
      if (form.required?.includes(name) === true) return unfit(`${name} is missing`);
    } else if (fits(value, field)) values[name] = value;
    else return unfit(`${name} is none of what may be given there`);
  }
  return { values };
}

async function fillByField(
  { text, properties, required = [] }: FormRequest,
  context: AskContext,
): Promise<FilledForm | ToolFailure> {
  const values: Record<string, FormValue> = {};
  for (const [name, field] of Object.entries(properties)) {
    const several = field.type === 'array';
    const options = field.type === 'boolean' ? ['yes', 'no'] : wordsOf(several ? field['items'] : field);
    const isNeeded = required.includes(name);
    const described = [field['title'] ?? name, field['description']].filter((part) => typeof part === 'string');
    const leave = isNeeded ? '' : ` (answer ${none} to leave it out)`;
    const said = await askOfTool(
      { text: `${text}\n${described.join(': ')}${leave}`, ...(options.length > 0 && { options }), several },
      context,
    );
    if (isFailure(said)) return said;
    if (!isNeeded && said.text.trim() === none) continue;
    const value = several
      ? (said.texts ?? said.text.split(',').map((part) => part.trim()))
      : readField(said.text, field);
    if (!fits(value, field)) return unfit(`${name} is none of what may be given there`);
    values[name] = value;
  }
  return { values };
}

const none = '-';

const unfit = (why: string): ToolFailure =>
  fail('validation_failed', `The form was not filled in as it asks: ${why}. Ask again, or go on without it.`);

function readField(text: string, { type }: FormField): unknown {
  const said = text.trim();
  if (type === 'boolean') return /^(?:y|yes|true)$/i.test(said) ? true : /^(?:n|no|false)$/i.test(said) ? false : said;
  return (type === 'number' || type === 'integer') && said !== '' ? Number(said) : said;
}

function fits(value: unknown, field: FormField): value is FormValue {
  const { type } = field;
  if (type === 'array') {
    const words = wordsOf(field['items']);
    return Array.isArray(value) && value.every((one) => typeof one === 'string' && isAmong(one, words));
  }
  if (type === 'number' || type === 'integer')
    return Number.isFinite(value) && (type === 'number' || Number.isInteger(value));
  return typeof value === type && (typeof value !== 'string' || isAmong(value, wordsOf(field)));
}

const isAmong = (word: string, words: readonly string[]): boolean => words.length === 0 || words.includes(word);

/** What can be chosen; nothing where anything can be said. */
function wordsOf(schema: unknown): readonly string[] {
  if (!isObject(schema)) return [];
  const { enum: words, oneOf, anyOf } = schema;
  const listed = [words, oneOf, anyOf].find((list) => Array.isArray(list)) ?? [];
  return (listed as readonly unknown[])
    .map((one) => (isObject(one) ? one['const'] : one))
    .filter((word) => typeof word === 'string');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

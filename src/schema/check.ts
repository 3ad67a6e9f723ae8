import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { cutEnd } from '../base/text.js';
import type { LooseSchema } from './json-schema.js';

/** One thing wrong with a value: where (a JSON pointer, empty for the value itself) and what was expected. */
export interface SchemaIssue {
  readonly path: string;
  readonly message: string;
}

/** Issues in one line, each behind its place. */
export const renderIssues = (issues: readonly SchemaIssue[]): string =>
  issues.map(({ path, message }) => `${path === '' ? '' : `${path}: `}${message}`).join('; ');

/** Checks values against one schema; answers no issues when the value fits. */
export type Checker = (value: unknown) => readonly SchemaIssue[];

const noIssues: readonly SchemaIssue[] = [];
const maxIssues = 20;
/** Past this size only the first issue is looked for: an array of a million wrong items must not make as many errors. */
const maxThorough = 20_000;
const checkers = new WeakMap<object, Checker>();
let compilers: { readonly quick: Ajv; readonly thorough: Ajv } | undefined;

/**
 * The checker of a schema, compiled once for each schema object. Asynchronous only until the compiler is loaded, which
 * happens at the first check of the process: it is no part of the start path. Throws on a schema that is itself wrong.
 */
export function checkerFor(schema: LooseSchema): Checker | Promise<Checker> {
  const known = checkers.get(schema);
  if (known !== undefined) return known;
  return compilers === undefined ? loadCompilers().then(() => compileChecker(schema)) : compileChecker(schema);
}

async function loadCompilers(): Promise<void> {
  // The default of each: a bundler gives a CommonJS module no named exports when it is imported on demand.
  const [{ default: ajv }, { default: formats }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ]);
  // One instance for all schemas: a new one costs eight times a compilation. `ownProperties` keeps inherited keys out.
  const create = (allErrors: boolean): Ajv => {
    const compiler = new ajv.Ajv2020({
      strict: false,
      ownProperties: true,
      addUsedSchema: false,
      // What is referred to often would be compiled as often: a small schema could take minutes and gigabytes.
      inlineRefs: false,
      logger: false,
      allErrors,
    });
    (formats as unknown as (instance: Ajv) => void)(compiler);
    return compiler;
  };
  compilers ??= { quick: create(false), thorough: create(true) };
}

function compileChecker(schema: LooseSchema): Checker {
  if (compilers === undefined) throw new Error('the schema compiler is not loaded');
  const { quick, thorough } = compilers;
  // Draft-7 documents name their draft, and an `$id` used twice would make the shared instance refuse the second schema.
  const { $schema: _draft, $id: _id, ...plain } = schema;
  if ('$async' in plain) throw new Error('it is asynchronous ($async), which would let every value pass');
  const validate = quick.compile(plain);
  let validateAll: ValidateFunction | undefined;
  const checker: Checker = (value) => {
    if (validate(value)) return noIssues;
    if (JSON.stringify(value).length > maxThorough) return describe(validate.errors ?? [], value);
    validateAll ??= thorough.compile(plain);
    validateAll(value);
    return describe(validateAll.errors ?? [], value);
  };
  checkers.set(schema, checker);
  return checker;
}

function describe(errors: readonly ErrorObject[], value: unknown): readonly SchemaIssue[] {
  const issues = errors
    .slice(0, maxIssues)
    .map((error) => ({ path: error.instancePath, message: messageFor(error, value) }));
  return issues.filter(
    (issue, index) =>
      issues.findIndex((other) => other.path === issue.path && other.message === issue.message) === index,
  );
}

function messageFor(error: ErrorObject, root: unknown): string {
  const params = error.params as Record<string, unknown>;
  const actual = valueAt(root, error.instancePath);
  switch (error.keyword) {
    case 'required':
      return `the required property ${JSON.stringify(params['missingProperty'])} is missing`;
    case 'additionalProperties':
      return `the property ${JSON.stringify(params['additionalProperty'])} is not known`;
    case 'type':
      return `expected ${[params['type']].flat().join(' or ')}, got ${typeName(actual)}`;
    case 'enum':
      return `expected one of ${shown(params['allowedValues'], 1000)}, got ${shown(actual)}`;
    default:
      return error.message ?? 'does not fit its schema';
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function shown(value: unknown, max = 60): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > max ? `${cutEnd(text, max - 1)}…` : text;
}

function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}

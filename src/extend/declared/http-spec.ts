import { parseUrl } from '../../base/parse-url.js';
import { classifyHeaders } from '../../policy/net/request-headers.js';
import { findSecretShape } from '../../policy/secret/find-secret-shape.js';
import type { Mask } from '../../policy/secret/mask.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { fillText, fillValue, findUnknown, onlyPlaceholder, placeholdersOf, type Values } from './template.js';

/** A call of a web API, with placeholders for the arguments of the tool. */
export interface HttpSpec {
  /** Scheme, host and the beginning of the path. It has no placeholders: where a request goes is settled. */
  readonly base_url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; or a text, which is sent as it is. */
  readonly body?: unknown;
  /** What of a JSON answer is the result: names and numbers with dots between them. */
  readonly extract?: string;
}

const texts = { type: 'object', additionalProperties: { type: 'string', maxLength: 4000 }, maxProperties: 40 } as const;

export const httpSpecSchema = objectOf({
  base_url: { type: 'string', maxLength: 2000, description: 'https://host/beginning, without placeholders.' },
  'method?': { enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], description: 'Default GET.' },
  'path?': { type: 'string', maxLength: 2000, description: 'Behind base_url; {{param}} is encoded.' },
  'query?': { ...texts, description: 'Values may hold {{param}}; one without a value is left out.' },
  'headers?': { ...texts, description: 'Values may hold {{param}}. No secrets.' },
  'body?': { description: 'JSON with "{{param}}" for values, or a text.' },
  'extract?': { type: 'string', maxLength: 500, description: 'Part of a JSON answer, such as data.items.0.name.' },
}) satisfies JsonSchema;

export interface RequestMade {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What is wrong with it; undefined when nothing is. */
export function httpProblem(spec: HttpSpec, known: ReadonlySet<string>, mask: Pick<Mask, 'find'>): string | undefined {
  const { base_url, path = '', query = {}, headers = {}, body } = spec;
  const wrong = addressProblem(base_url, path);
  if (wrong !== undefined) return wrong;
  const unknown = findUnknown([path, query, headers, body], known);
  if (unknown !== undefined)
    return `{{${unknown}}} is none of the parameters: ${[...known].join(', ') || 'there are none'}`;
  return (
    bodyProblem(spec) ??
    // Filled in, they are looked at again with each call.
    classifyHeaders(headers).problem ??
    holdsSecret([base_url, path, ...Object.values(query), ...Object.values(headers), bodyText(body)], mask)
  );
}

function addressProblem(baseUrl: string, path: string): string | undefined {
  const base = parseUrl(baseUrl);
  if (base === undefined || (base.protocol !== 'https:' && base.protocol !== 'http:'))
    return 'base_url must be an address such as https://api.example.com/v1';
  if (/[{}]/.test(baseUrl) || `${base.username}${base.password}${base.search}${base.hash}` !== '')
    return 'base_url must have no placeholders, no user, no ? and no #: use path, query and headers';
  return /^[/]?[^?#\\]*$/.test(path) ? undefined : 'path must hold no ?, # and \\: use query';
}

function bodyProblem({ headers = {}, body, method = 'GET' }: HttpSpec): string | undefined {
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    return `${method} sends no body: use POST, or query`;
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return typeof body === 'string' && /json/i.test(type) && placeholdersOf(body).size > 0
    ? 'a JSON body with placeholders must be given as JSON, not as a text: what is filled in could change it'
    : undefined;
}

/** A definition is told, stored and shown in many places: nothing secret can be in it. */
function holdsSecret(parts: readonly string[], mask: Pick<Mask, 'find'>): string | undefined {
  const found = parts.some((part) => mask.find(part) !== undefined || findSecretShape(part) !== undefined);
  return found ? 'it holds what looks like a secret: no secret can be part of a definition' : undefined;
}

const bodyText = (body: unknown): string =>
  body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);

/** The request for these arguments. Nothing that is filled in can lead it elsewhere. */
export function requestFor(spec: HttpSpec, values: Values): RequestMade | ToolFailure {
  const { base_url, path = '', query = {}, headers = {}, body, method = 'GET' } = spec;
  const empty = [...placeholdersOf(path)].find((name) => (values.get(name) ?? '') === '');
  if (empty !== undefined) return fail('validation_failed', `${empty} is part of the address and must not be empty.`);
  const filled = fillText(path, values, encodeURIComponent);
  if (filled.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part)))
    return fail('validation_failed', 'An argument that is "." or ".." would lead to another address. Give another.');
  const base = new URL(base_url);
  const url = new URL(base);
  const begun = base.pathname.replace(/\/$/, '');
  url.pathname = filled === '' ? base.pathname : `${begun}/${filled.replace(/^\//, '')}`;
  for (const [name, template] of Object.entries(query)) {
    const names = [...placeholdersOf(template)];
    if (names.length > 0 && names.every((one) => values.get(one) === undefined)) continue;
    url.searchParams.append(name, fillText(template, values));
  }
  if (url.host !== base.host || !url.pathname.startsWith(begun))
    return fail('validation_failed', 'The arguments would lead to another address. Give others.');
  const made = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fillText(value, values)]));
  const { problem } = classifyHeaders(made);
  if (problem !== undefined) return fail('validation_failed', problem);
  if (body === undefined) return { url: url.href, method, headers: made };
  const isText = typeof body === 'string' && onlyPlaceholder(body) === undefined;
  const sent = isText ? fillText(body, values) : JSON.stringify(fillValue(body, values) ?? null);
  const typed = Object.keys(made).some((name) => name.toLowerCase() === 'content-type');
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  return { url: url.href, method, headers: typed ? made : { ...made, 'content-type': type }, body: sent };
}

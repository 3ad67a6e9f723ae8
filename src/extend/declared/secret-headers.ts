import { parseUrl } from '../../base/parse-url.js';
import type { Mask } from '../../policy/secret/mask.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';

/** Headers with `${NAME}` for variables of the host. Only tools of the user's own have them, and no model sees a value. */
export type SecretHeaders = Readonly<Record<string, string>>;

interface SecretContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mask: Pick<Mask, 'find'>;
}

const reference = /\$\{([A-Za-z_]\w*)\}/g;

/** What is wrong with them; undefined when nothing is. A value that would not be masked where it comes back is not sent. */
export function secretHeadersProblem(
  headers: SecretHeaders,
  baseUrl: string,
  { env, mask }: SecretContext,
): string | undefined {
  const url = parseUrl(baseUrl);
  if (url?.protocol !== 'https:' && !/^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(url?.hostname ?? ''))
    return 'secret_headers are sent by https: only';
  for (const [header, template] of Object.entries(headers)) {
    const names = namesIn(template);
    if (names.length === 0) return `the secret header ${header} names no variable: write it as \${NAME}`;
    const told = names.find((name) => env[name] !== undefined && mask.find(env[name]) === undefined);
    if (told !== undefined)
      return `the variable ${told} is not known to be secret: name it in the setting secrets, so that it is masked`;
  }
  return undefined;
}

/** With the values that the variables have now. */
export function fillSecretHeaders(
  headers: SecretHeaders,
  { env }: Pick<SecretContext, 'env'>,
): Readonly<Record<string, string>> | ToolFailure {
  const missing = Object.values(headers)
    .flatMap(namesIn)
    .find((name) => (env[name] ?? '') === '');
  if (missing !== undefined)
    return fail('validation_failed', `It needs the variable ${missing}, which is not set: ask the user to set it.`);
  const filled = Object.entries(headers).map(([header, template]) => [
    header,
    template.replaceAll(reference, (_, name: string) => env[name] ?? ''),
  ]);
  return Object.fromEntries(filled) as Record<string, string>;
}

const namesIn = (template: string): readonly string[] => [...template.matchAll(reference)].map(([, name = '']) => name);

import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { OAuthSettings, ServerSettings } from '../named-server.js';

type Env = Readonly<Record<string, string | undefined>>;

/** How a server is reached, with the variables of the host filled in. */
export type Launch =
  | {
      readonly kind: 'program';
      readonly words: readonly [string, ...string[]];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'web';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly sse: boolean;
      readonly oauth: OAuthSettings;
    };

/** Fills in `${NAME}`, `${env:NAME}` and `${NAME:-otherwise}`; a variable that is not set and has no otherwise is a failure. */
export function expandLaunch(settings: ServerSettings, env: Env): Launch | ToolFailure {
  const missing = new Set<string>();
  const fill = (text: string): string =>
    text.replaceAll(reference, (_, name: string, otherwise?: string) => {
      const value = env[name] || otherwise;
      if (value === undefined) missing.add(name);
      return value ?? '';
    });
  const fillAll = (record: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, fill(value)]));
  const { command, args = [], url = '', oauth = {} } = settings;
  const { clientSecret } = oauth;
  const launch: Launch =
    command === undefined
      ? {
          kind: 'web',
          url: fill(url),
          headers: fillAll(settings.headers),
          sse: settings.type === 'sse',
          oauth: { ...oauth, ...(clientSecret !== undefined && { clientSecret: fill(clientSecret) }) },
        }
      : { kind: 'program', words: [fill(command), ...args.map(fill)], env: fillAll(settings.env) };
  const [name] = missing;
  return name === undefined
    ? launch
    : fail('validation_failed', `It needs the variable ${name}, which is not set: set it, and start again.`);
}

const reference = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** The names of the variables it is given from here. */
export function referencedNames(settings: ServerSettings): readonly string[] {
  const texts = [
    settings.command,
    ...(settings.args ?? []),
    settings.url,
    ...Object.values(settings.env ?? {}),
    ...Object.values(settings.headers ?? {}),
    settings.oauth?.clientSecret,
  ];
  const names = texts.flatMap((text) => [...(text ?? '').matchAll(reference)].map(([, name = '']) => name));
  return [...new Set(names)];
}

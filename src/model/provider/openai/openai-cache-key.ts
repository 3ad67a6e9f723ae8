import { parseUrl } from '../../../base/parse-url.js';

/**
 * Sends the requests of a session to where the ones before were read. How long that is kept is left to the account: OpenAI keeps
 * it for a day where an account has not said otherwise (documentation of November 2026). Other servers may refuse the field.
 */
export const renderCacheKey = (session: string | undefined): string =>
  session === undefined ? '' : `,"prompt_cache_key":${JSON.stringify(session.slice(0, maxLength))}`;

const maxLength = 64;

export const openAiUrl = 'https://api.openai.com/v1';

export const isOpenAi = (baseUrl: string): boolean => parseUrl(baseUrl)?.hostname === 'api.openai.com';

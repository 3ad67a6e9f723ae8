import type { Api } from '../../model/provider/protocol.js';

/** What a command line says of the model. */
export interface ModelFlags {
  readonly api?: Api | undefined;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
}

/** Whether the flags name a model at all. */
export const namesModel = ({ model, baseUrl }: ModelFlags): boolean => model !== undefined || baseUrl !== undefined;

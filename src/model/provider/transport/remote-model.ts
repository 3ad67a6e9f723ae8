import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../../model.js';
import { answerFailures } from '../answer-failure.js';
import type { Protocol } from '../protocol.js';
import { converse } from './converse.js';
import { createRetries, type RetryOptions } from './retry.js';
import { createTarget, type TargetOptions } from './target.js';

/** What every provider is opened with. */
export interface RemoteOptions extends TargetOptions {
  /** For people and records. */
  readonly name: string;
  /** How much the model can take in, its answer included. */
  readonly contextTokens?: number;
  readonly retry?: RetryOptions;
}

/** What a model of a maker's own API is opened with. */
export type VendorOptions = Omit<RemoteOptions, 'name' | 'baseUrl'> & {
  /** For people and records; default `<provider>/<model>`. */
  readonly name?: string;
  /** Where the API starts; default the maker's own. */
  readonly baseUrl?: string;
};

/** A model behind a protocol at an address. What gave nothing at all is asked again, a few times. */
export function createRemoteModel(protocol: Protocol, options: RemoteOptions): Model {
  const target = createTarget(protocol, options);
  const once = async (request: ModelRequest, emit: (event: ModelEvent) => void): Promise<ModelFailure | undefined> => {
    const failure = await converse(target, request, emit);
    return failure === undefined ? undefined : { ...failure, message: target.clean(failure.message) };
  };
  const retries = createRetries(options.retry ?? {});
  const { name, contextTokens } = options;
  return {
    name,
    contextTokens,
    async stream(request, emit) {
      const failure = request.signal.aborted ? answerFailures.cancelled : await retries(once, request, emit);
      if (failure !== undefined) emit({ type: 'failure', failure });
    },
  };
}

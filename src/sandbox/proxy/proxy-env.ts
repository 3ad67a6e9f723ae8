/** Servers that a process starts in a network of its own are reached as they are. */
const own = 'localhost,127.0.0.1,::1';

export interface ProxyEnvOptions {
  /** The process has a network of its own. */
  readonly ownNetwork: boolean;
}

/** By these variables programs find the proxy; some read them in capitals only, some in small letters only. */
export function proxyEnv(port: number, { ownNetwork }: ProxyEnvOptions): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${port}`;
  return {
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    ALL_PROXY: proxy,
    all_proxy: proxy,
    ...(ownNetwork && { NO_PROXY: own, no_proxy: own }),
    NODE_USE_ENV_PROXY: '1',
    ...unasked,
  };
}

/** Programs that would look for newer versions of themselves, or tell of their use: a refusal of that is no news. */
const unasked = {
  npm_config_update_notifier: 'false',
  NO_UPDATE_NOTIFIER: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  DO_NOT_TRACK: '1',
};

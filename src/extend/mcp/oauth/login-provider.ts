import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import { defined } from '../../../base/defined.js';
import { parseUrl } from '../../../base/parse-url.js';
import type { OAuthSettings } from '../../named-server.js';
import type { Login } from './logins.js';

/** One login, from its beginning to its tokens: nothing of an earlier one is used in it. */
export function createLoginProvider({
  oauth,
  redirectUrl,
  state,
}: {
  readonly oauth: OAuthSettings;
  readonly redirectUrl: string;
  readonly state: string;
}) {
  const { clientId, clientSecret } = oauth;
  const isDocument = parseUrl(clientId ?? '')?.protocol === 'https:';
  let client: StoredOAuthClientInformation | undefined;
  let discovery: OAuthDiscoveryState | undefined;
  let verifier: string | undefined;
  let address: URL | undefined;
  let resource: string | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(isDocument && clientId !== undefined && { clientMetadataUrl: clientId }),
    clientMetadata: {
      client_name: 'Toolwright',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => state,
    clientInformation(ctx) {
      if (client !== undefined || clientId === undefined || isDocument) return client;
      return {
        client_id: clientId,
        ...defined({ client_secret: clientSecret }),
        // The person has agreed to its host by now.
        ...(ctx !== undefined && { issuer: ctx.issuer }),
      };
    },
    saveClientInformation: (given) => {
      client = given;
    },
    // Those of an earlier login are not refreshed in it, and its own are not asked for here.
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: (url) => {
      address = url;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => needed(verifier, 'nothing to prove it with'),
    saveDiscoveryState: (given) => {
      discovery = given;
    },
    discoveryState: () => discovery,
    saveResourceUrl: (given) => {
      resource = given;
    },
  };
  return {
    provider,
    state,
    /** Where the person signs in. */
    address: (): URL => needed(address, 'nowhere to sign in'),
    /** Whom to ask for tokens, as whom, and with what proof. */
    found: (): Pick<Login, 'client' | 'discovery' | 'resource'> & { readonly codeVerifier: string } => {
      const found = needed(discovery, 'nowhere to sign in');
      const issuer = found.authorizationServerMetadata?.issuer ?? found.authorizationServerUrl;
      const known = client ?? (provider.clientInformation({ issuer }) as StoredOAuthClientInformation | undefined);
      return {
        client: needed(known, 'no client'),
        discovery: found,
        codeVerifier: needed(verifier, 'nothing to prove it with'),
        ...defined({ resource }),
      };
    },
  };
}

function needed<T>(value: T | undefined, lack: string): T {
  if (value === undefined) throw new Error(`there is ${lack}`);
  return value;
}

interface Sent {
  readonly url: URL;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Takes what was sent in confidence out of a message: a server's words may repeat it. */
export function hideSecrets(message: string, { url, apiKey = '', headers = {} }: Sent): string {
  const secrets = [
    apiKey.trim(),
    ...[url.username, url.password].flatMap((part) => [part, decoded(part)]),
    ...url.searchParams.values(),
    // A header such as `Bearer KEY` holds a secret behind its scheme.
    ...Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]),
  ];
  // Shorter ones are no secrets, and words of any message.
  const hidden = secrets.filter((secret) => secret.length >= 8).sort((a, b) => b.length - a.length);
  return hidden.reduce((text, secret) => text.replaceAll(secret, '***'), message);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

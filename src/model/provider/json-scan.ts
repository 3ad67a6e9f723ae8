interface JsonScan {
  /** How deep it is nested. */
  readonly depth: number;
  /** Whether it holds a number that is larger than any double. */
  readonly endless: boolean;
}

/** What in a JSON text that was parsed before other readers stumble over. Linear, and never recurses. */
export function scanJson(json: string): JsonScan {
  let depth = 0;
  let deepest = 0;
  let endless = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x22 /* " */) at = stringEnd(json, at);
    else if (code === 0x7b /* { */ || code === 0x5b /* [ */) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d /* } */ || code === 0x5d /* ] */) depth -= 1;
    else if (code >= 0x30 && code <= 0x39) {
      const end = numberEnd(json, at);
      endless ||= !Number.isFinite(Number(json.slice(at, end)));
      at = end - 1;
    }
  }
  return { depth: deepest, endless };
}

/** The index of the closing quote: the first one behind an even number of backslashes. */
function stringEnd(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slash = end - 1;
    while (json.charCodeAt(slash) === 0x5c) slash -= 1;
    if ((end - slash) % 2 === 1) return end;
  }
  return json.length;
}

function numberEnd(json: string, at: number): number {
  let end = at;
  while (end < json.length && '0123456789.eE+-'.includes(json.charAt(end))) end += 1;
  return end;
}

import { isTextType } from '../base/text-type.js';
import type { Enclosure } from '../tool/tool.js';
import type { RunEnv } from './env.js';

/** The enclosures of a result whose content is there. Secrets are masked in those that are text. */
export async function keptEnclosures(
  enclosures: readonly Enclosure[],
  { secrets: { mask }, ports: { blobs } }: Pick<RunEnv, 'secrets'> & { readonly ports: Pick<RunEnv['ports'], 'blobs'> },
): Promise<readonly Enclosure[]> {
  const kept: Enclosure[] = [];
  for (const enclosure of enclosures.slice(0, maxEnclosures)) {
    const bytes = await blobs.read(enclosure.blob);
    if (bytes === undefined) continue;
    const { text, count } = isTextType(enclosure.mediaType) ? mask.text(Buffer.from(bytes).toString('utf8')) : unmasked;
    kept.push(count === 0 ? enclosure : { ...enclosure, blob: await blobs.write(text) });
  }
  return kept;
}

const maxEnclosures = 20;
const unmasked = { text: '', count: 0 };

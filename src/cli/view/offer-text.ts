import { plural } from '../../base/text.js';
import type { GrantOffer, GrantScope } from '../../policy/grant/grant.js';
import { safeLine } from '../safe-text.js';
import type { Style } from './style.js';

/** What would be made lasting, offer by offer, before the person says yes to it. */
export function renderOffers(
  offers: readonly GrantOffer[],
  options: { readonly scope: GrantScope; readonly style: Style; readonly grantDays: number },
): string {
  const { scope, style, grantDays } = options;
  const remembered = scope === 'always' ? offers[0]?.remembered : undefined;
  if (remembered !== undefined)
    return [
      style.bold(`  Allow without asking ${reach.always}, until it is taken out of ${shown(remembered.file)}:`),
      ...remembered.adds.map((line) => `  ${shown(line)}`),
    ].join('\n');
  const several = offers.length > 1;
  const until = scope === 'session' ? '' : `, for ${plural(grantDays, 'day')}`;
  return [
    style.bold(`  Allow without asking ${reach[scope]}${until}:`),
    ...offers.flatMap((offer, at) => offerLines(offer, several ? `${at + 1}. ` : '', style)),
  ].join('\n');
}

const reach: Readonly<Record<GrantScope, string>> = {
  session: 'until this program ends',
  project: 'in this workspace',
  always: 'in every folder you work in',
};

export function offerLines({ rules, also, examples }: GrantOffer, number: string, style: Style): readonly string[] {
  const indent = ' '.repeat(number.length);
  return [
    `  ${number}${rules.map(shown).join(', ')}`,
    ...(also.length === 0
      ? [`  ${indent}nothing but exactly this`]
      : also.map((more) => `  ${indent}${style.yellow('also allows')} ${shown(more)}`)),
    ...examples.map((example) => style.dim(`  ${indent}was asked before: ${shown(example)}`)),
  ];
}

const shown = (text: string): string => safeLine(text, { strict: true });

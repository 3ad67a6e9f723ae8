import type { OptionSpec } from './command.js';

/** `-C` and `--directory`. */
export const optionForms = ({ name, short }: OptionSpec): readonly string[] => [
  ...(short === undefined ? [] : [`-${short}`]),
  `--${name}`,
];

/** What an option means, and whether it may be given again. */
export const helpOf = ({ help, many }: OptionSpec): string => (many === true ? `${help}; may be given again` : help);

import { type Exposure, usualCeiling } from '../../tool/catalog/exposure.js';

/** What nearly every turn needs, and what loads skills, where there are some. */
export const toolwrightExposure: Exposure = {
  kind: 'lazy',
  pinned: ['read_file', 'write_file', 'edit_file', 'grep', 'run_command', 'activate_skill'],
  ceiling: usualCeiling,
  // What others wrote of a tool is read before it is called.
  inactiveCalls: 'run-builtin',
};

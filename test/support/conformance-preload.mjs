// The suite imports `globSync` of `fs`, which Node.js has since 22, for a command of its own that is not used here. A name that a
// module does not export keeps it from being loaded at all: this gives it one.
import { register } from 'node:module';

const moduleOf = (text) => `data:text/javascript,${encodeURIComponent(text)}`;

const withGlob = moduleOf("export * from 'node:fs'; export const globSync = undefined;");

register(
  moduleOf(`
    export const resolve = (name, from, next) =>
      name === 'fs' && from.parentURL?.includes('/@modelcontextprotocol/conformance/dist/')
        ? { url: ${JSON.stringify(withGlob)}, shortCircuit: true }
        : next(name, from);
  `),
);

declare const TOOLWRIGHT_VERSION: string | undefined;

/** The package's version; set when it is built. */
export const version: string = typeof TOOLWRIGHT_VERSION === 'string' ? TOOLWRIGHT_VERSION : '0.0.0-source';

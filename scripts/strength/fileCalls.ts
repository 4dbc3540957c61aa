/** Environment variable with the folder into which test files write what they called. */
export const callsFolder = 'TEST_CALLS';

/** Names of called functions by source file, relative to the checkout. */
export type FileCalls = Record<string, string[]>;

/** The path inside the checkout of a source or test file of the product, if a script is one. */
export const ownSource = (url: string): string | undefined =>
  /(packages\/[^/]+\/(?:src|test|gallery)\/.*\.tsx?)(\?.*)?$/.exec(url.replaceAll('\\', '/'))?.[1];

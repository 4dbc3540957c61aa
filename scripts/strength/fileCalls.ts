/** Environment variable with the folder into which test files write what they called. */
export const callsFolder = 'TEST_CALLS';

/** Names of called functions by source file, relative to the checkout. */
export type FileCalls = Record<string, string[]>;

/** Path of a script inside the checkout, if it is a source, test or gallery file of the product. */
export const ownSource = (url: string): string | undefined =>
  /(packages\/[^/]+\/(?:src|test|gallery)\/.*\.tsx?)(\?.*)?$/.exec(url.replaceAll('\\', '/'))?.[1];

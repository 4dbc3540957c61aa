/** Background work of a server on assets. */
export type Work = 'testAsset' | 'readHardware' | 'verifyAccount' | 'pushAccount' | 'testGateway';

/** Work the server supports so far; actions that need other work are hidden. */
const known: ReadonlySet<Work> = new Set<Work>();

export const serverCan = (work: Work): boolean => known.has(work);

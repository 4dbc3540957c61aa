/** Work a server does on machines in the background. */
export type Work = 'testAsset' | 'readHardware' | 'verifyAccount' | 'pushAccount' | 'testGateway';

/** What the server can do so far; an action that needs other work stays out of sight until then. */
const known: ReadonlySet<Work> = new Set<Work>();

export const serverCan = (work: Work): boolean => known.has(work);

import { totalmem } from 'node:os';

const mb = 1024 * 1024;
/** What PostgreSQL takes by default, and enough for the lists of a million assets with their indexes. */
const [leastMb, mostMb] = [128, 512];

/**
 * MB that PostgreSQL may keep of its tables: a sixty-fourth of the memory that there is. It takes them only as
 * tables grow; what it does not keep is read page by page from the operating system, at several times the cost.
 */
export const bufferMb = (bytes: number): number =>
  Math.min(mostMb, Math.max(leastMb, Math.floor(bytes / 64 / mb)));

/** Memory of the machine, or what a container may use of it. */
export const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

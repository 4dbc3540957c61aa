import { firstNumber } from './pairs.ts';

const SECTOR = 512;
/** Drives for media, and disks that others are made of or that are memory. */
const NO_DISK = /^(sr|fd|loop|ram|zram|md|dm-|nbd)/;

/** Bytes of the disks of Linux: lines with a name and a number of sectors. */
const bySectors = (disks: string): number =>
  disks
    .split('\n')
    .filter((line) => !NO_DISK.test(line))
    .reduce((sum, line) => sum + firstNumber(/^\S{1,64} (\d{1,17})$/.exec(line)?.[1]) * SECTOR, 0);

/**
 * Bytes of the local file systems, by `df -Pk`. On macOS the volumes of a container share its space, so that the largest
 * counts for all.
 */
const byFileSystems = (df: string, sharesSpace: boolean): number => {
  const sizes = new Map<string, number>();
  for (const line of df.split('\n')) {
    const found = /^(\/dev\/\S{1,200}) +(\d{1,17}) /.exec(line.slice(0, 1024));
    if (!found) continue;
    const device = sharesSpace ? (found[1] ?? '').replace(/(disk\d+)s.*$/, '$1') : (found[1] ?? '');
    sizes.set(device, Math.max(sizes.get(device) ?? 0, firstNumber(found[2]) * 1024));
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
};

/** Bytes of all disks; of the local file systems where the system does not tell its disks. */
export const diskBytes = (disks: string, df: string, sharesSpace: boolean): number =>
  bySectors(disks) || byFileSystems(df, sharesSpace);

import { compileIpGroup, ipOf } from '@gatehouse/contract/network/ipGroup.ts';
import type { PlaceDatabase } from './placeDatabase.ts';

/** Networks that are nowhere in particular: private, shared, link-local and loopback addresses. */
const isLocal = compileIpGroup([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '127.0.0.0/8',
  'fc00::/7',
  'fe80::/10',
  '::1',
]);

let database: PlaceDatabase | undefined;

/** Sets the database in which the process looks up places; without one, only local networks are named. */
export const usePlaces = (places: PlaceDatabase | undefined): void => {
  database = places;
};

/** The place of an address, as logs, tickets and messages show it; empty if it is not known. */
export const placeOf = (address: string): string => {
  const ip = ipOf(address);
  if (!ip) return '';
  return isLocal(ip) ? 'LAN' : (database?.placeOf(ip) ?? '');
};

/** An address with its place, where that is known. */
export const addressWithPlace = (address: string, place = placeOf(address)): string =>
  place === '' ? address : `${address} (${place})`;

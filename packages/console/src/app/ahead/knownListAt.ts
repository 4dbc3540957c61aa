import { withoutBase } from '../start/basePath.ts';
import { type KnownList, lists } from './lists.ts';

/** The list whose page is at an address of this site. */
export const knownListAt = (pathname: string): KnownList | undefined =>
  lists[withoutBase(pathname).replace(/\/+$/, '')];

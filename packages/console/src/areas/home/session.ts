import type { OwnSession } from './useHome.ts';

const NAMED = /^(.*)\(([^()]*)\)$/;

/** The username in a session's account, `name(username)`. */
export const accountName = ({ account }: Pick<OwnSession, 'account'>): string => {
  const [, name, username] = NAMED.exec(account) ?? [];
  return username || name || account;
};

/** The two parts of a session's asset, `name(address)`. */
export const assetParts = ({ asset }: Pick<OwnSession, 'asset'>): { name: string; address: string } => {
  const [, name, address] = NAMED.exec(asset) ?? [];
  return { name: name || asset, address: address ?? '' };
};

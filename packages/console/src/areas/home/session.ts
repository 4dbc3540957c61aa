import type { OwnSession } from './useHome.ts';

const NAMED = /^(.*)\(([^()]*)\)$/;

/** What a session calls an account, `name(username)`, as the user name on the machine. */
export const accountName = ({ account }: Pick<OwnSession, 'account'>): string => {
  const [, name, username] = NAMED.exec(account) ?? [];
  return username || name || account;
};

/** What a session calls an asset, `name(address)`, in its two parts. */
export const assetParts = ({ asset }: Pick<OwnSession, 'asset'>): { name: string; address: string } => {
  const [, name, address] = NAMED.exec(asset) ?? [];
  return { name: name || asset, address: address ?? '' };
};

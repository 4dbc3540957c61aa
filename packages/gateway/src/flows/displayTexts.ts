import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';

/** Longest display text of a session row (reference 05 §1.2). */
const MOST = 128;

/** Keeps both ends of a long text. */
export const elide = (text: string, most = MOST): string => {
  const chars = Array.from(text);
  if (chars.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return [...chars.slice(0, head), '…', ...chars.slice(chars.length - (most - 1 - head))].join('');
};

/** Who works where as what, as the lists show it. */
export const displayTexts = (
  secret: Pick<ConnectionSecret, 'user' | 'asset' | 'account'>,
): { user: string; asset: string; account: string } => ({
  user: elide(`${secret.user.name}(${secret.user.username})`),
  asset: elide(`${secret.asset.name}(${secret.asset.address})`),
  account: elide(`${secret.account.name}(${secret.account.username})`),
});

import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { SessionCreate } from '@gatehouse/contract/wire/terminal.ts';

/** Maximum length of a display text in a session row, in characters (reference 05 §1.2). */
const MOST = 128;

/** Shortens a long text by cutting out its middle. */
export const elide = (text: string, most = MOST): string => {
  const chars = Array.from(text);
  if (chars.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return [...chars.slice(0, head), '…', ...chars.slice(chars.length - (most - 1 - head))].join('');
};

/** User, asset and account as lists show them. */
export const displayTexts = (
  secret: Pick<ConnectionSecret, 'user' | 'asset' | 'account'>,
): { user: string; asset: string; account: string } => ({
  user: elide(`${secret.user.name}(${secret.user.username})`),
  asset: elide(`${secret.asset.name}(${secret.asset.address})`),
  account: elide(`${secret.account.name}(${secret.account.username})`),
});

/** A session as reported when it starts. */
export const sessionRow = (
  secret: ConnectionSecret,
  { id, started, type }: { id: string; started: Date; type: SessionCreate['type'] },
): SessionCreate => ({
  id,
  ...displayTexts(secret),
  user_id: secret.user.id,
  asset_id: secret.asset.id,
  account_id: secret.account.id ?? secret.account.alias,
  protocol: secret.protocol,
  type,
  login_from: 'WT',
  remote_addr: secret.remote_addr,
  org_id: secret.asset.org_id,
  date_start: started.toISOString(),
});

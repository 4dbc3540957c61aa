import { AppError } from '@gatehouse/contract/errors.ts';
import { ipOf } from '@gatehouse/contract/network/ipGroup.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { addressOfVisitor } from './visitor.ts';

/** The way to connect that our web terminal serves: the server's mark comes with its windows only. */
const WEB_TERMINAL = 'web_cli';

/** What a component says about the use of a token. */
export type SaidUse = { visitor: string | undefined; remote_addr: string | undefined };

type UsedToken = { user: string; connect_method: string; is_reusable: boolean; remote_addr: string | null };

/** An address that a component names; empty if it is none. */
export const knownAddress = (address: string | null | undefined): string =>
  address && ipOf(address) ? address : '';

/**
 * Where a token is used. A mark says so beyond doubt. A component that signs users in itself is believed; if it says
 * nothing, a token for one connection is used where it was made, and for a reusable one that is not known.
 */
const placeOf = ({ user, is_reusable, remote_addr }: UsedToken, said: SaidUse, vault: Vault): string => {
  if (said.visitor === undefined)
    return knownAddress(said.remote_addr) || (is_reusable ? '' : (remote_addr ?? ''));
  const address = addressOfVisitor(said.visitor, user, vault);
  if (address === undefined) throw new AppError('connection_token_invalid');
  return address;
};

/**
 * From where a token is used, and every address that rules are asked about: also the one where it was made. Throws for
 * a mark of another user, and for a token that names another way to connect than the one it is used for.
 */
export const useOf = (
  token: UsedToken,
  said: SaidUse,
  vault: Vault,
): { address: string; judged: readonly string[] } => {
  const address = placeOf(token, said, vault);
  if (said.visitor !== undefined && token.connect_method !== WEB_TERMINAL)
    throw new AppError('acl_reject', {}, { messageKey: 'method_other' });
  return { address, judged: [...new Set([address, token.remote_addr ?? address])] };
};

import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../platform/crypto/vault.ts';

type Marks = Pick<Vault, 'marks'>;

/** A user who connects, and the address from which; without one it is not known. */
type Visit = { user: string; address?: string };

const userMarks = (user: string, vault: Marks): string[] => vault.marks('visitor', user);
const addressMarks = (user: string, address: string, vault: Marks): string[] =>
  vault.marks('visitor', `${user} from ${address}`);

/**
 * A mark that tells a gateway which user is connecting, and from where (`VISITOR_HEADER`); the gateway can make
 * neither itself. While the master key is being changed, both parts have one mark for each key.
 */
export const visitorMark = ({ user, address = '' }: Visit, vault: Marks): string => {
  const parts = [userMarks(user, vault).join(',')];
  if (address) parts.push(address, addressMarks(user, address, vault).join(','));
  return parts.join(';');
};

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const isOneOf = (shown: string, own: readonly string[]): boolean =>
  shown.split(',').some((mark) => own.some((one) => same(mark, one)));

/**
 * The address in a mark that stands for this user, made with any key that the vault holds: empty where it has none,
 * undefined where the mark stands for another user or its address is not the one it was made for.
 */
export const addressOfVisitor = (mark: string, user: string, vault: Marks): string | undefined => {
  const [own = '', address, proof, ...rest] = mark.split(';');
  if (rest.length > 0 || !isOneOf(own, userMarks(user, vault))) return undefined;
  if (address === undefined) return '';
  return proof && isOneOf(proof, addressMarks(user, address, vault)) ? address : undefined;
};

/** Whether a mark stands for this user. */
export const isVisitor = (mark: string, user: string, vault: Marks): boolean =>
  addressOfVisitor(mark, user, vault) !== undefined;

import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../platform/crypto/vault.ts';

type Marks = Pick<Vault, 'marks'>;

/**
 * A mark that tells a gateway which user is connecting (`VISITOR_HEADER`); the gateway cannot make it itself.
 * While the master key is being changed, it has one part for each key.
 */
export const visitorMark = (userId: string, vault: Marks): string => vault.marks('visitor', userId).join(',');

/** Whether a mark stands for this user, made with any key that the vault holds. */
export const isVisitor = (mark: string, userId: string, vault: Marks): boolean => {
  const same = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
  const own = vault.marks('visitor', userId).map((one) => Buffer.from(one));
  return mark.split(',').some((shown) => own.some((one) => same(Buffer.from(shown), one)));
};

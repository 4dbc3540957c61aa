import type { CheckoutFacts, Withheld } from '@gatehouse/contract/policy/checkout.ts';

/**
 * Whether check-outs keep a user from an account: the only place that decides it (docs/decisions/0472). Without a user,
 * such as for an application, every check-out does.
 */
export const withheldFrom = (
  { required, open }: CheckoutFacts,
  user: string | undefined,
  now: Date,
): Withheld | undefined => {
  if (!open) return required ? { why: 'checkout_needed', holder: '', until: null } : undefined;
  const { holder, until } = open;
  if (open.state === 'failed') return { why: 'change_failed', holder, until: null };
  // The time of the holder ends with the clock, whenever the task notices that.
  if (open.state === 'changing' || until <= now) return { why: 'changing', holder, until: null };
  return user !== undefined && open.user === user ? undefined : { why: 'checked_out', holder, until };
};

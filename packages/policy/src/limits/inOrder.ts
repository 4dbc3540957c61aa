import type { LimitRule } from '@gatehouse/contract/policy/rules.ts';

/** 100 decides first; of equals an active one, then by name. */
export const inOrder = (
  a: Pick<LimitRule, 'priority' | 'is_active' | 'name' | 'id'>,
  b: Pick<LimitRule, 'priority' | 'is_active' | 'name' | 'id'>,
): number =>
  b.priority - a.priority ||
  Number(b.is_active) - Number(a.is_active) ||
  (a.name < b.name ? -1 : Number(a.name > b.name)) ||
  (a.id < b.id ? -1 : Number(a.id > b.id));

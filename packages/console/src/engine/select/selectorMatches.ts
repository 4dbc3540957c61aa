import type { SelectorAttribute } from './RelatedInputs.tsx';

const TEXT = ['exact', 'not', 'in', 'contains', 'startswith', 'endswith', 'regex'] as const;

/** Operators for rules, by type of attribute. */
export const matchesOf: Record<SelectorAttribute['type'], readonly string[]> = {
  str: TEXT,
  bool: ['exact', 'not'],
  m2m: ['m2m', 'm2m_all'],
  fk: ['m2m'],
  ip: [...TEXT, 'ip_in'],
  int: [...TEXT, 'gte', 'lte'],
  select: ['in'],
};

/** Whether an operator takes several values. */
export const takesMany = (match: string): boolean => ['in', 'ip_in', 'm2m', 'm2m_all'].includes(match);

/** A selector as the value of the query parameter `attr_rules`, which limits a list to its matches. */
export const attrRules = (selector: unknown): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(selector));
  return btoa(String.fromCharCode(...bytes));
};

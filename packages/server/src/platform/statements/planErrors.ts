const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** A table has other columns than when the statement was planned: another server migrated the database. */
export const isOutdatedPlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan');

/**
 * The statement is unknown or known already: a pooler hands connections of the database around, or the
 * connection has lost its plans.
 */
export const isForeignPlan = (error: unknown): boolean => ['26000', '42P05'].includes(String(codeOf(error)));

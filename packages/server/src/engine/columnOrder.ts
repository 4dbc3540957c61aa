import type { PgColumnBuilderBase } from 'drizzle-orm/pg-core';
import { searchColumn } from './searchText.ts';

const sameLengthAlways = new Set([
  'PgUUID',
  'PgBigInt53',
  'PgBigSerial53',
  'PgBoolean',
  'PgDoublePrecision',
  'PgTimestamp',
]);

/**
 * Id and organization first, then the other columns at a fixed position (never null, of fixed length), the
 * searched text, nullable columns of fixed length, and all others.
 */
const rankOf = (name: string, column: PgColumnBuilderBase): number => {
  const { columnType, notNull } = (column as unknown as { config: { columnType: string; notNull: boolean } })
    .config;
  if (name === 'id' || name === 'org_id') return 0;
  if (name === searchColumn) return 2;
  if (!sameLengthAlways.has(columnType)) return 4;
  return notNull ? 1 : 3;
};

/**
 * The columns of a table in an order that keeps scans cheap. PostgreSQL decodes a row from its front up to
 * the columns a condition compares, so a column's position determines what a search costs
 * (docs/decisions/0032).
 */
export const inReadingOrder = (
  columns: Record<string, PgColumnBuilderBase>,
): Record<string, PgColumnBuilderBase> =>
  Object.fromEntries(
    Object.entries(columns).toSorted(([a, one], [b, other]) => rankOf(a, one) - rankOf(b, other)),
  );

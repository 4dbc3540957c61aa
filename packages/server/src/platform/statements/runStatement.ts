import { DrizzleQueryError, type SQL } from 'drizzle-orm';
import pg from 'pg';
import type { Driver } from './carriage.ts';
import { isForeignPlan, isOutdatedPlan } from './planErrors.ts';
import { createStatementNames, type StatementNames } from './statementNames.ts';
import { statementText } from './statementText.ts';

/** Dates, times and intervals, alone and as arrays. */
const moments = new Set([1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231]);
const asText = (value: string): string => value;
/** Moments stay as the database writes them, as in transactions, where the query builder sees to it. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    moments.has(oid) ? asText : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Statements that connections keep prepared; about 100 are in use on an ordinary day. */
const mostNamed = 400;

/** Runs a statement on its own; `anew` has it planned for its values. */
export type RunStatement = (query: SQL, planning?: 'anew') => Promise<{ rows: unknown[] }>;

/**
 * Runs statements on a pool, outside transactions, so that one refused for its plan alone can be repeated.
 * Planning costs the database more than running a typical statement of ours.
 */
export const statementRunner = (
  pool: Driver,
  names: StatementNames = createStatementNames(mostNamed),
): RunStatement => {
  const repeated = (text: string, values: unknown[]) => (error: unknown) => {
    if (isOutdatedPlan(error)) names.rename(text);
    else if (isForeignPlan(error)) names.pause();
    else throw error;
    return pool.query({ text, values, types });
  };
  return async (query, planning) => {
    const { text, values } = statementText(query);
    const name = planning === 'anew' ? undefined : names.nameOf(text);
    try {
      if (name === undefined) return await pool.query({ text, values, types });
      return await pool.query({ name, text, values, types }).catch(repeated(text, values));
    } catch (cause) {
      // As the query builder does: what logs an error knows that it quotes parameters.
      throw cause instanceof Error ? new DrizzleQueryError(text, values, cause) : cause;
    }
  };
};

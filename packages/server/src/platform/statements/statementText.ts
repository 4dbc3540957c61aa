import { Name, SQL, type SQLChunk, StringChunk } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/** A statement as PostgreSQL takes it. */
type Statement = { text: string; values: unknown[] };

const dialect = new PgDialect();

const isPlain = (chunk: unknown): boolean =>
  chunk === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof chunk);

/** Adds chunks to a statement; false where one is of a kind that only the query builder can write. */
const add = (chunks: readonly SQLChunk[], to: Statement): boolean =>
  chunks.every((chunk) => {
    if (chunk instanceof StringChunk) {
      for (const part of chunk.value) to.text += part;
      return true;
    }
    if (chunk instanceof SQL) return add(chunk.queryChunks, to);
    if (chunk instanceof Name) to.text += `"${chunk.value.replaceAll('"', '""')}"`;
    else if (isPlain(chunk)) to.text += `$${to.values.push(chunk)}`;
    else return chunk === undefined;
    return true;
  });

/**
 * Text and parameters of a statement. Nearly all of ours are texts, names and plain values, which the query
 * builder, made for more, takes five times as long to put together.
 */
export const statementText = (query: SQL): Statement => {
  const statement: Statement = { text: '', values: [] };
  if (add(query.queryChunks, statement)) return statement;
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  return { text, values };
};

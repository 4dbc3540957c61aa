import type pg from 'pg';
import type { Vault } from '../crypto/vault.ts';
import type { SealedTable } from './sealedTables.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** A row with sealed values of old keys: its place, and its columns as text. */
type Row = { at: string; values: (string | null)[] };
/** A part of a table: the rows after a place, up to a block. */
type Stretch = { after: string; end: number };

/** Most rows that one transaction holds, which is what a writer to one of them may have to wait for. */
export const mostRows = 500;

/** What a sealed value looks like within any text. */
const sealedValue = /g1\.([0-9a-f]+)\.[\w-]+\.[\w-]+/g;

/** Re-encrypts the sealed values in texts. Text that only looks like one stays as it is. */
export const createRewrapper = (vault: Pick<Vault, 'rewrap'>, from: readonly string[]) => {
  const old = new Set(from);
  let count = 0;
  const rewrap = (sealed: string, id: string): string => {
    if (!old.has(id)) return sealed;
    try {
      const renewed = vault.rewrap(sealed);
      count += 1;
      return renewed;
    } catch {
      return sealed;
    }
  };
  return {
    /** Patterns for `like` of the values to look for. */
    patterns: from.map((id) => `%g1.${id}.%`),
    renew: (text: string): string => text.replace(sealedValue, rewrap),
    /** How many values were re-encrypted so far. */
    count: () => count,
  };
};

export type Rewrapper = ReturnType<typeof createRewrapper>;

/** The rows of a stretch that may have values of old keys. */
export const readRows = async (
  { client, table, patterns }: { client: Client; table: SealedTable; patterns: readonly string[] },
  { after, end }: Stretch,
  lock: '' | 'for no key update skip locked',
): Promise<Row[]> => {
  const columns = table.columns.map(({ name }) => `t.${name}::text`);
  const { rows } = await client.query<Row>(
    `select t.ctid::text as at, array[${columns.join(', ')}] as values from ${table.name} t
      where t.ctid > $1::tid and t.ctid < $2::tid and (${columns.map((column) => `${column} like any ($3)`).join(' or ')})
      order by t.ctid limit ${mostRows} ${lock}`,
    [after, `(${end},0)`, patterns],
  );
  return rows;
};

/** Writes the changed columns of rows that this transaction has locked. */
const writeRows = async (
  client: Client,
  table: SealedTable,
  rows: readonly { at: string; values: (string | undefined)[] }[],
): Promise<void> => {
  const changed = table.columns
    .map((column, index) => ({ ...column, values: rows.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null));
  if (changed.length === 0) return;
  const sets = changed.map(
    ({ name, type }, index) =>
      `${name} = case when n.v${index} is null then t.${name} else n.v${index}::${type} end`,
  );
  await client.query(
    `update ${table.name} t set ${sets.join(', ')}
      from unnest($1::tid[], ${changed.map((_, index) => `$${index + 2}::text[]`).join(', ')})
        as n(at, ${changed.map((_, index) => `v${index}`).join(', ')}) where t.ctid = n.at`,
    [rows.map(({ at }) => at), ...changed.map(({ values }) => values)],
  );
};

/**
 * Re-encrypts the values of at most `mostRows` rows of a stretch. Rows that others are writing are left for
 * the next pass: since this never waits, it cannot be part of a deadlock. Returns the rows seen.
 */
export const renewRows = async (
  work: { client: Client; table: SealedTable; rewrapper: Rewrapper },
  stretch: Stretch,
): Promise<Row[]> => {
  const { client, table, rewrapper } = work;
  const { patterns, renew } = rewrapper;
  await client.query('begin');
  try {
    const found = await readRows({ client, table, patterns }, stretch, 'for no key update skip locked');
    const rows = found.map(({ at, values }) => ({
      at,
      values: values.map((value) => {
        const renewed = value === null ? null : renew(value);
        return renewed === value || renewed === null ? undefined : renewed;
      }),
    }));
    await writeRows(client, table, rows);
    await client.query('commit');
    return found;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

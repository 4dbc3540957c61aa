import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { databaseError } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import type { TreeStore } from './store.ts';

const keyOf = (store: TreeStore, org: string) => sql`hashtextextended(${org}::text, ${store.lockSeed})`;

/** Keeps the keys of a tree from changing until the transaction ends; many transactions may do so at once. */
export const shareTree = async (store: TreeStore, org: string, ctx: Pick<Context, 'db'>): Promise<void> => {
  await ctx.db.rows(sql`select pg_advisory_xact_lock_shared(${keyOf(store, org)})`);
};

/** Maximum wait for other transactions to leave the tree; then the request is refused as a conflict. */
const patience = '5s';

/** Locks the tree exclusively: no other transaction changes its links or keys until this one ends. */
export const ownTree = async (store: TreeStore, org: string, ctx: Pick<Context, 'db'>): Promise<void> => {
  await ctx.db.rows(sql`select set_config('lock_timeout', ${patience}, true)`);
  try {
    await ctx.db.rows(sql`select pg_advisory_xact_lock(${keyOf(store, org)})`);
  } catch (error) {
    const { code } = databaseError(error);
    if (code === '55P03' || code === '40P01') throw new AppError('conflict');
    throw error;
  }
  await ctx.db.rows(sql`select set_config('lock_timeout', '0', true)`);
};

/** Keeps other transactions from numbering a new root until this one ends. */
export const lockRoots = async (store: TreeStore, ctx: Pick<Context, 'db'>): Promise<void> => {
  await ctx.db.rows(sql`select pg_advisory_xact_lock(${keyOf(store, 'roots')})`);
};

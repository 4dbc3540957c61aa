import { getCommandStorageTree } from '@gatehouse/contract/calls/terminal.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { sql } from 'drizzle-orm';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { countRows } from '../../engine/operations/count.ts';
import { readQuery } from '../../engine/query.ts';
import { allCommandStorages } from '../../resources/terminal/commandstorage/relations.ts';
import { indexOf, type StoredStorage } from './askStorages.ts';
import { conditionsOf } from './commandQuery.ts';

const root = (ctx: Context) => ({
  id: 'root',
  name: ctx.t('access.words.command_storages'),
  title: ctx.t('access.words.command_storages'),
  pId: '',
  isParent: true,
  open: true,
  meta: { type: 'root' },
});

/** A storage with its number of commands; undefined: it cannot be reached. */
const nodeOf = ({ id, name, type }: StoredStorage, count: number | undefined, ctx: Context) => {
  const title = `${name}(${type})`;
  return {
    id,
    name: count === undefined ? `${title} *${ctx.t('access.words.storage_invalid')}` : `${title}(${count})`,
    title,
    pId: 'root',
    isParent: false,
    open: false,
    valid: count !== undefined,
    meta: { type: 'storage' },
  };
};

const countIn = async (
  storage: StoredStorage,
  query: URLSearchParams,
  ctx: Context,
): Promise<number | undefined> => {
  if (storage.type === 'server') {
    const resource = ctx.engine.resource(command);
    return countRows(resource, (await readQuery(resource, query, ctx)).where, ctx);
  }
  const filter = await conditionsOf(query, ctx);
  try {
    return (await indexOf(storage, ctx).search({ filter, sort: [], from: 0, size: 0 })).count;
  } catch {
    return undefined;
  }
};

/** Registers the tree of command storages, each with its number of matching commands. */
export const addCommandTree = (ports: HttpPorts): void =>
  bind(
    ports,
    getCommandStorageTree,
    async ({ ctx, request }) => {
      const storages = await ctx.db.rows<StoredStorage>(
        sql`select s.id::text as id, s.name, s.type, s.meta, s.secrets from ${allCommandStorages} s
          where s.type <> 'null' order by s.is_default desc, s.name`,
      );
      const query = queryOf(request);
      query.delete('command_storage_id');
      const counts = await Promise.all(storages.map((storage) => countIn(storage, query, ctx)));
      return [...storages.map((storage, at) => nodeOf(storage, counts[at], ctx)), root(ctx)];
    },
    { noTransaction: true },
  );

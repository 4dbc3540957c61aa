import { getCommandStorageTree } from '@gatehouse/contract/calls/terminal.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { sql } from 'drizzle-orm';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { countRows } from '../../engine/operations/count.ts';
import { readQuery } from '../../engine/query.ts';
import { allCommandStorages } from '../../resources/terminal/commandstorage/relations.ts';

type Storage = { id: string; name: string; type: string };

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
const nodeOf = ({ id, name, type }: Storage, count: number | undefined, ctx: Context) => {
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

/** Registers the tree of command storages, each with its number of matching commands. */
export const addCommandTree = (ports: HttpPorts): void =>
  bind(ports, getCommandStorageTree, async ({ ctx, request }) => {
    const storages = await ctx.db.rows<Storage>(
      sql`select s.id::text as id, s.name, s.type from ${allCommandStorages} s where s.type = 'server'
        order by s.is_default desc, s.name`,
    );
    const resource = ctx.engine.resource(command);
    const query = queryOf(request);
    query.delete('command_storage_id');
    const { where } = await readQuery(resource, query, ctx);
    const count = await countRows(resource, where, ctx);
    return [...storages.map((storage) => nodeOf(storage, count, ctx)), root(ctx)];
  });

import { AppError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permission.ts';
import { readQuery } from '../query.ts';
import { permissionOf, type Resource } from '../resource.ts';
import { countRows } from './count.ts';
import { destroyMany } from './destroy.ts';

/** Deletes rows named in a path, under the rules of bulk deletion; if one is missing, none is deleted. */
export const destroyNamed = async (resource: Resource, ids: string[], ctx: Context): Promise<void> => {
  authorize(ctx, permissionOf(resource, 'delete'));
  const query = new URLSearchParams({ ids: ids.join(',') });
  const { where } = await readQuery(resource, query, ctx);
  const isKnown = (await countRows(resource, where, ctx)) === new Set(ids).size;
  if (resource.definition.bulk === false || !isKnown)
    throw new AppError('object_does_not_exist', { resource: resource.definition.name });
  await destroyMany(resource, query, ctx);
};

import { AppError } from '@gatehouse/contract/errors.ts';
import { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Context } from '../../engine/context.ts';
import { findRow } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';

/**
 * An entry of the operate log. Installation-wide entries are in the system organization; every user who may
 * see logs sees their details.
 */
export const findOperation = async (id: string, ctx: Context): Promise<Row<typeof operatelog>> => {
  const resource = ctx.engine.resource(operatelog);
  try {
    return await findRow(resource, id, ctx);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'object_does_not_exist') throw error;
    return findRow(resource, id, { ...ctx, org: { id: SYSTEM_ORG_ID, name: 'SYSTEM', isRoot: false } });
  }
};

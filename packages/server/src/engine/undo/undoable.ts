import { UNDO } from '@gatehouse/contract/wire/undo.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Answer } from '../http.ts';
import type { Resource } from '../resource.ts';
import { createUndoKeeper } from './createUndoKeeper.ts';

/** Makes a change; where the request asks and the resource allows it, the answer has the token of its undo. */
export const undoable = async (
  resource: Resource,
  ctx: Context,
  { headers }: Pick<FastifyRequest, 'headers'>,
  change: (ctx: Context) => Promise<Answer>,
): Promise<Answer> => {
  if (headers[UNDO] === undefined || resource.base.definition.undo !== true) return change(ctx);
  const undo = createUndoKeeper(resource);
  const answer = await change({ ...ctx, undo });
  const token = await undo.keep(ctx);
  return token === undefined ? answer : { ...answer, headers: { ...answer.headers, [UNDO]: token } };
};

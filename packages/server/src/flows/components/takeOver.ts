import { takeOverSession } from '@gatehouse/contract/calls/sessions.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { inIpGroup } from '@gatehouse/contract/network/ipGroup.ts';
import { FORMER_KEY_HEADER, type TakenOver } from '@gatehouse/contract/wire/terminal.ts';
import type { FastifyRequest } from 'fastify';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { isUuid } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { ownTerminal } from '../../resources/ownTerminal.ts';
import { handSessionTo, lockHeldSession } from '../../resources/terminal/session/statements.ts';
import { type FormerKey, formerKey } from '../../resources/terminal/terminal/statements.ts';
import { addActivities } from '../audit/activity.ts';
import { checkSignature, isFormTaken, readSignature } from '../identify/signature.ts';

/** The deleted component whose key also signed this request, besides the caller's own. */
const formerOf = async (
  request: FastifyRequest,
  ctx: Context,
  settings: Settings,
): Promise<FormerKey | undefined> => {
  const proof = [request.headers[FORMER_KEY_HEADER]].flat()[0];
  const signature = proof ? readSignature(proof) : undefined;
  if (!signature || !isUuid(signature.keyId)) return undefined;
  const found = await formerKey(signature.keyId, ctx.db);
  const signed = { method: request.method, url: request.raw.url ?? '/', headers: request.headers };
  if (!found || !inIpGroup(ctx.remoteAddr, found.ip_group)) return undefined;
  const said = checkSignature(ctx.engine.vault.open(found.secret), signature, signed, Date.now());
  return said && isFormTaken(said, settings) ? found : undefined;
};

const takeOver = async (id: string, former: FormerKey, own: string, ctx: Context): Promise<TakenOver> => {
  const held = isUuid(id) ? await lockHeldSession(id, { own, former: former.terminal }, ctx.db) : undefined;
  if (!held) throw new AppError('object_does_not_exist');
  if (held.terminal) return { state: 'taken' };
  if (held.has_replay) return { state: 'complete' };
  const name = await handSessionTo(id, own, ctx.db);
  const params = { former: former.name, terminal: name };
  const note = { type: 'S', key: 'activity.session_taken_over', params } as const;
  await addActivities([{ ...note, resourceId: id, orgId: held.org_id }], ctx);
  return { state: 'taken' };
};

/**
 * Lets a component that was deleted and registered again report on its former sessions (docs/decisions/0044).
 */
export const addTakeOver = (ports: HttpPorts, settings: Settings): void =>
  bind(ports, takeOverSession, async ({ ctx, params, request }) => {
    const own = await ownTerminal(ctx);
    const former = await formerOf(request, ctx, settings);
    if (!former) throw new AppError('object_does_not_exist');
    return takeOver(params.id, former, own, ctx);
  });

import { takeOverSession } from '@gatehouse/contract/calls/sessions.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { FORMER_KEY_HEADER, type TakenOver } from '@gatehouse/contract/wire/terminal.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { isUuid } from '../../platform/database.ts';
import { inIpGroup } from '../../platform/http/ip.ts';
import { ownTerminal } from '../../resources/ownTerminal.ts';
import { allTerminals } from '../../resources/terminal/terminal/relations.ts';
import { addActivities } from '../audit/activity.ts';
import { isSignedBy, readSignature } from '../identify/signature.ts';

type Former = { terminal: string; name: string; secret: string; ip_group: string[] };
type Held = { terminal: string | null; has_replay: boolean; org_id: string };

/** The deleted component whose key also signed this request, besides the caller's own. */
const formerOf = async (request: FastifyRequest, ctx: Context): Promise<Former | undefined> => {
  const proof = [request.headers[FORMER_KEY_HEADER]].flat()[0];
  const signature = proof ? readSignature(proof) : undefined;
  if (!signature || !isUuid(signature.keyId)) return undefined;
  const [found] = await ctx.db.rows<Former>(
    sql`select terminal::text as terminal, name, secret, ip_group from terminal_formerkey where key_id = ${signature.keyId}`,
  );
  const signed = { method: request.method, url: request.raw.url ?? '/', headers: request.headers };
  if (!found || !inIpGroup(ctx.remoteAddr, found.ip_group)) return undefined;
  return isSignedBy(ctx.engine.vault.open(found.secret), signature, signed, Date.now()) ? found : undefined;
};

const takeOver = async (id: string, former: Former, own: string, ctx: Context): Promise<TakenOver> => {
  const [held] = isUuid(id)
    ? await ctx.db.rows<Held>(
        sql`select terminal::text as terminal, has_replay, org_id::text as org_id from terminal_session
          where id = ${id} and (terminal = ${own} or (terminal is null and holder = ${former.terminal})) for update`,
      )
    : [];
  if (!held) throw new AppError('object_does_not_exist');
  if (held.terminal) return { state: 'taken' };
  if (held.has_replay) return { state: 'complete' };
  const [{ name = '' } = {}] = await ctx.db.rows<{ name: string }>(
    sql`with taken as (update terminal_session set terminal = ${own}, holder = ${own} where id = ${id} returning terminal)
      select t.name from ${allTerminals} t join taken on taken.terminal = t.id`,
  );
  const params = { former: former.name, terminal: name };
  const note = { type: 'S', key: 'activity.session_taken_over', params } as const;
  await addActivities([{ ...note, resourceId: id, orgId: held.org_id }], ctx);
  return { state: 'taken' };
};

/**
 * Lets a component that was deleted and registered again report on its former sessions (docs/decisions/0044).
 */
export const addTakeOver = (ports: HttpPorts): void =>
  bind(ports, takeOverSession, async ({ ctx, params, request }) => {
    const own = await ownTerminal(ctx);
    const former = await formerOf(request, ctx);
    if (!former) throw new AppError('object_does_not_exist');
    return takeOver(params.id, former, own, ctx);
  });

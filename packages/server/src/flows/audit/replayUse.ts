import { session as sessionDefinition } from '@gatehouse/contract/resources/terminal/session.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { nameOf, type Row } from '../../engine/resource.ts';
import type { Cache } from '../../platform/cache.ts';
import { addActivities } from './activity.ts';

type Session = Row<typeof sessionDefinition>;

/** How long a view that was noted covers what its player fetches, in seconds. */
const coveredSeconds = 3600;

const keyOf = (session: Session, ctx: Context): string => `replay_view:${ctx.actor.id}:${session.id}`;

/** Notes in the operate log, and in the activity of session and asset, that the caller views a recording. */
export const noteReplayUse = async (session: Session, cache: Cache, ctx: Context): Promise<void> => {
  const resource = ctx.engine.resource(sessionDefinition);
  await ctx.engine.record(
    [{ action: 'download', resource, row: session, display: nameOf(resource, session), diff: {} }],
    ctx,
  );
  const line = { key: 'activity.replay_viewed', params: { user: displayOf(ctx.actor) } };
  const about = [session.id, session.asset_id].filter(Boolean).map(String);
  await addActivities(
    about.map((resourceId) => ({ ...line, type: 'S', resourceId, orgId: String(session.org_id) })),
    ctx,
  );
  await cache.set(keyOf(session, ctx), true, coveredSeconds, ctx.db);
};

/** Notes that the file of a recording is fetched, unless the view was noted: nobody has to ask for its player first. */
export const noteReplayFetch = async (session: Session, cache: Cache, ctx: Context): Promise<void> => {
  if ((await cache.get(keyOf(session, ctx), ctx.db)) === undefined) await noteReplayUse(session, cache, ctx);
};

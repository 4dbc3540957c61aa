import type { session as sessionDefinition } from '@gatehouse/contract/resources/terminal/session.ts';
import type { LifecycleEvent } from '@gatehouse/contract/wire/terminal.ts';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import type { ActivityNote } from '../../resources/noteActivity.ts';
import { addActivities } from '../audit/activity.ts';

/** A successful connection shows in the activity of its asset, user and account. */
const connected = (session: Row<typeof sessionDefinition>): ActivityNote[] =>
  [session.asset_id, session.user_id, session.account_id]
    .filter((id): id is string => typeof id === 'string' && id !== '')
    .map((resourceId) => ({
      type: 'S',
      resourceId,
      orgId: String(session.org_id),
      key: 'activity.session_of_asset',
      params: { user: String(session.user), asset: String(session.asset), account: String(session.account) },
    }));

/** Records an event of a session in its activity. */
export const recordLifecycle = async (
  session: Row<typeof sessionDefinition>,
  { event, reason = '', user = '' }: LifecycleEvent,
  ctx: Context,
): Promise<string> => {
  const values = { user: user.slice(0, 128), reason: reason.slice(0, 512) };
  const [id = ''] = await addActivities(
    [
      {
        type: 'S',
        resourceId: String(session.id),
        key: `activity.session.${event}`,
        params: values,
        orgId: String(session.org_id),
      },
      ...(event === 'asset_connect_success' ? connected(session) : []),
    ],
    ctx,
  );
  return id;
};

import { fieldError } from '@gatehouse/contract/errors.ts';
import type { session as sessionDefinition } from '@gatehouse/contract/resources/terminal/session.ts';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import type { ActivityNote } from '../../resources/noteActivity.ts';
import { addActivities } from '../audit/activity.ts';

/** Events that components may report for a session (reference 05 §1.7). */
export const lifecycleEvents = [
  'asset_connect_success',
  'asset_connect_finished',
  'create_share_link',
  'user_join_session',
  'user_leave_session',
  'admin_join_monitor',
  'admin_exit_monitor',
  'replay_convert_start',
  'replay_convert_success',
  'replay_convert_failure',
  'replay_upload_start',
  'replay_upload_success',
  'replay_upload_failure',
] as const;

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
  body: unknown,
  ctx: Context,
): Promise<string> => {
  const { event, reason, user } = (body ?? {}) as Record<string, unknown>;
  const known = lifecycleEvents.find((name) => name === event);
  if (!known) throw fieldError('event', 'invalid_choice', { value: String(event).slice(0, 64) });
  const values = {
    user: typeof user === 'string' ? user.slice(0, 128) : '',
    reason: typeof reason === 'string' ? reason.slice(0, 512) : '',
  };
  const [id = ''] = await addActivities(
    [
      {
        type: 'S',
        resourceId: String(session.id),
        key: `activity.session.${known}`,
        params: values,
        orgId: String(session.org_id),
      },
      ...(known === 'asset_connect_success' ? connected(session) : []),
    ],
    ctx,
  );
  return id;
};

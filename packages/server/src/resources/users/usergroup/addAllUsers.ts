import { usergroup as usergroupDefinition } from '@gatehouse/contract/resources/users/usergroup.ts';
import { sql } from 'drizzle-orm';
import { addRoute, type HttpPorts, rowId } from '../../../engine/http.ts';
import { findRow } from '../../../engine/operations/read.ts';

/** `POST users/groups/{id}/add-all-users/`: every member of the organization joins the group. */
export const addGroupRoutes = (ports: HttpPorts): void => {
  const resource = ports.engine.resource(usergroupDefinition);
  addRoute(ports, {
    method: 'POST',
    url: '/api/v1/users/groups/:id/add-all-users/',
    need: 'users.add_usergroup',
    handle: async (ctx, request) => {
      const group = await findRow(resource, rowId(request), ctx, { lock: true });
      const added = await ctx.db.rows<{ user: string }>(sql`insert into users_user_groups ("user", usergroup)
        select distinct b."user", ${group.id}::uuid from rbac_rolebinding b join users_user u on u.id = b."user"
        where b.org = ${String(group.org_id)} and not u.is_service_account on conflict do nothing returning "user"::text as "user"`);
      if (added.length) {
        const label = ctx.t('common.fields.users');
        const diff: Record<string, [string, string]> = { [label]: ['', `+${added.length}`] };
        await ctx.engine.record(
          [{ action: 'update', resource, row: group, display: String(group.name), diff }],
          ctx,
        );
      }
      return { status: 200 };
    },
  });
};

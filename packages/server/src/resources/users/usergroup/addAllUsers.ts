import { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { sql } from 'drizzle-orm';
import { implement } from '../../../engine/actions/implement.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';
import { allUsers } from '../user/relations.ts';

/** Adds every member of the organization to the group. */
export const addGroupRoutes = (ports: HttpPorts): void =>
  implement(ports, usergroup, {
    addAllUsers: async ({ ctx, resource, row }) => {
      const group = await row({ lock: true });
      const added = await ctx.db.rows<{ user: string }>(sql`insert into users_user_groups ("user", usergroup)
        select distinct b."user", ${group.id}::uuid from ${allRoleBindings} b join ${allUsers} u on u.id = b."user"
        where b.org = ${group.org_id} and not u.is_service_account on conflict do nothing returning "user"::text as "user"`);
      if (added.length) {
        const label = ctx.t('common.fields.users');
        const diff: Record<string, [string, string]> = { [label]: ['', `+${added.length}`] };
        await ctx.engine.record([{ action: 'update', resource, row: group, display: group.name, diff }], ctx);
      }
      return { status: 200 };
    },
  });

import { userGroupActions } from '@gatehouse/contract/actions/users.ts';
import { implement } from '../../../engine/actions/implement.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { rankRefusals } from '../../rank.ts';
import { joinGroup, membersOutside } from '../user/statements.ts';

/** Serves the action that adds every member of the organization to a group, but for those of higher rank. */
export const addGroupRoutes = (ports: HttpPorts): void =>
  implement(ports, userGroupActions, {
    addAllUsers: async ({ ctx, resource, row }) => {
      const group = await row({ lock: true });
      const outside = await membersOutside({ id: group.id, org: group.org_id }, ctx.db);
      const refused = await rankRefusals(
        outside.map((user) => ({ user, org: group.org_id })),
        ctx,
      );
      const added = outside.filter((_user, index) => !refused[index]);
      if (added.length) {
        await joinGroup(added, group.id, ctx.db);
        const label = ctx.t('common.fields.users');
        const diff: Record<string, [string, string]> = { [label]: ['', `+${added.length}`] };
        await ctx.engine.record([{ action: 'update', resource, row: group, display: group.name, diff }], ctx);
      }
    },
  });

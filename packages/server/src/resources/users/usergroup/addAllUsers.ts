import { userGroupActions } from '@gatehouse/contract/actions/users.ts';
import { implement } from '../../../engine/actions/implement.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { joinAllMembers } from '../user/statements.ts';

/** Serves the action that adds every member of the organization to a group. */
export const addGroupRoutes = (ports: HttpPorts): void =>
  implement(ports, userGroupActions, {
    addAllUsers: async ({ ctx, resource, row }) => {
      const group = await row({ lock: true });
      const added = await joinAllMembers({ id: group.id, org: group.org_id }, ctx.db);
      if (added.length) {
        const label = ctx.t('common.fields.users');
        const diff: Record<string, [string, string]> = { [label]: ['', `+${added.length}`] };
        await ctx.engine.record([{ action: 'update', resource, row: group, display: group.name, diff }], ctx);
      }
    },
  });

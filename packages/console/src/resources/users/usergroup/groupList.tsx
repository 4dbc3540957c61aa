import { allGroups } from '@gatehouse/contract/layouts/users/usergroup.ts';
import type { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { AmountCell } from '../../../engine/cells/AmountCell.tsx';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';

function MembersCell({ value = 0, row, name }: CellIn<typeof usergroup, 'users_amount'>) {
  const routes = useRouteNames();
  const to = routes.path('UserGroupDetail', { id: row.id }, { activeTab: 'GroupUser' });
  return <AmountCell value={value} row={row} name={name} to={to} />;
}

/** User groups; the number of members is a link to them. */
export const groupList: ListSlots<typeof usergroup> = {
  mode: allGroups,
  columns: { users_amount: { Cell: MembersCell } },
};

import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { AmountCell } from '../../../engine/cells/AmountCell.tsx';
import { OnlyTrueWarning } from '../../../engine/cells/OnlyTrueWarning.tsx';
import type { CellIn, CellProps } from '../../../engine/fields/FieldUi.ts';
import { TextCell } from '../../../engine/fields/text/ui.tsx';
import type { ColumnsIn } from '../../../engine/list/table/columns.ts';
import { textOf } from '../../../engine/resource/row.ts';
import type { User } from './User.ts';

const RolesCell = ({ value, name }: CellProps<User['system_roles'], User>) => (
  <TextCell name={name} value={textOf(value)} />
);

/** A username, with `*` in place of spaces so that they are visible. */
const UsernameCell = ({ value, name }: CellIn<typeof user, 'username'>) => (
  <TextCell name={name} value={value.replaceAll(' ', '*')} />
);

/** Names of a user's groups or, if there are more than two, their number. */
const GroupsCell = ({ value, row, name }: CellIn<typeof user, 'groups'>) =>
  value.length > 2 ? (
    <AmountCell value={value.length} row={row} name={name} />
  ) : (
    <TextCell name={name} value={textOf(value)} />
  );

/** Columns shared by all user lists. */
export const userColumns: ColumnsIn<typeof user> = {
  username: { Cell: UsernameCell, width: 130 },
  email: { width: 200 },
  groups: { Cell: GroupsCell, width: 110 },
  system_roles: { Cell: RolesCell, width: 140 },
  org_roles: { Cell: RolesCell, width: 150 },
  login_blocked: { Cell: OnlyTrueWarning },
  is_first_login: { Cell: OnlyTrueWarning },
  can_public_key_auth: { Cell: OnlyTrueWarning },
  need_update_password: { Cell: OnlyTrueWarning },
  is_expired: { Cell: OnlyTrueWarning },
};

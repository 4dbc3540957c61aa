import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { useTranslation } from 'react-i18next';
import { AmountCell } from '../../../engine/cells/AmountCell.tsx';
import type { CellIn, CellProps } from '../../../engine/fields/FieldUi.ts';
import { TextCell } from '../../../engine/fields/text/ui.tsx';
import type { ColumnsIn } from '../../../engine/list/table/columns.ts';
import { textOf } from '../../../engine/resource/row.ts';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import type { User } from './User.ts';

const RolesCell = ({ value, name }: CellProps<User['system_roles'], User>) => (
  <TextCell name={name} value={textOf(value)} />
);

/** Makes spaces in a username visible. */
const UsernameCell = ({ value, name }: CellIn<typeof user, 'username'>) => (
  <TextCell name={name} value={value.replaceAll(' ', '*')} />
);

/** Names of a user's groups. */
const GroupsCell = ({ value, row, name }: CellIn<typeof user, 'groups'>) =>
  value.length > 2 ? (
    <AmountCell value={value.length} row={row} name={name} />
  ) : (
    <TextCell name={name} value={textOf(value)} />
  );

/** A flag shown only when set. */
const OnlyTrueCell = ({ value }: { value: boolean }) => {
  const { t } = useTranslation('resources');
  return value ? <StatusText kind="warn">{t('yes')}</StatusText> : <Dash />;
};

/** Columns shared by all user lists. */
export const userColumns: ColumnsIn<typeof user> = {
  username: { Cell: UsernameCell, width: 130 },
  email: { width: 200 },
  groups: { Cell: GroupsCell, width: 110 },
  system_roles: { Cell: RolesCell, width: 140 },
  org_roles: { Cell: RolesCell, width: 150 },
  login_blocked: { Cell: OnlyTrueCell },
  is_first_login: { Cell: OnlyTrueCell },
  can_public_key_auth: { Cell: OnlyTrueCell },
  need_update_password: { Cell: OnlyTrueCell },
  is_expired: { Cell: OnlyTrueCell },
};

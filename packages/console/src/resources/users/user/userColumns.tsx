import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { AmountCell } from '../../../engine/cells/AmountCell.tsx';
import { OnlyTrueWarning } from '../../../engine/cells/OnlyTrueWarning.tsx';
import type { CellIn, CellProps } from '../../../engine/fields/FieldUi.ts';
import { TextCell } from '../../../engine/fields/text/ui.tsx';
import type { ColumnsIn } from '../../../engine/list/table/columns.ts';
import { textOf } from '../../../engine/resource/row.ts';
import { Dash } from '../../../theme/text/Dash.tsx';
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

/** Maximum length of an organization's name beside the roles that a user has there. */
const longestName = 50;

const shortName = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name);

/** Roles by organization, one organization a line. */
export const OrgsRolesCell = ({ value }: CellIn<typeof user, 'orgs_roles'>) => {
  const organizations = Object.entries(value ?? {});
  if (organizations.length === 0) return <Dash />;
  return (
    <ul style={{ padding: 0, margin: 0, listStyle: 'none' }}>
      {organizations.map(([name, roles]) => (
        <li key={name}>
          <span className="t3">{shortName(name)}:</span> {roles.join(', ')}
        </li>
      ))}
    </ul>
  );
};

/** The same in one line. */
const OrgsRolesText = ({ value, name }: CellIn<typeof user, 'orgs_roles'>) => (
  <TextCell
    name={name}
    value={Object.entries(value ?? {})
      .map(([organization, roles]) => `${organization}: ${roles.join(', ')}`)
      .join('; ')}
  />
);

/** Columns shared by all user lists. */
export const userColumns: ColumnsIn<typeof user> = {
  username: { Cell: UsernameCell, width: 130 },
  email: { width: 200 },
  groups: { Cell: GroupsCell, width: 110 },
  system_roles: { Cell: RolesCell, width: 140 },
  org_roles: { Cell: RolesCell, width: 150 },
  orgs_roles: { Cell: OrgsRolesText, width: 220 },
  login_blocked: { Cell: OnlyTrueWarning },
  is_first_login: { Cell: OnlyTrueWarning },
  can_public_key_auth: { Cell: OnlyTrueWarning },
  need_update_password: { Cell: OnlyTrueWarning },
  is_expired: { Cell: OnlyTrueWarning },
};

import type { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import { IdentityText } from '../../../theme/text/IdentityText.tsx';

/** Who tried to sign in; a link to the page of the attempt. */
export const UsernameCell = ({ value, row }: CellIn<typeof userloginlog, 'username'>) => (
  <IdentityText
    link={(name) => (
      <RouteLink name="LoginLogDetail" params={{ id: row.id }}>
        {name}
      </RouteLink>
    )}
  >
    {value}
  </IdentityText>
);

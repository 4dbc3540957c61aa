import type { organizationChoice } from '@gatehouse/contract/orgs/organizationChoice.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { z } from 'zod';

/** An organization offered for selection; none of those offered is disabled. */
export const organizationRow = (id: string, name: string): z.output<typeof organizationChoice> => ({
  id,
  name,
  icon: id === ROOT_ORG_ID ? 'global' : 'organization',
  disabled: false,
  is_default: id === DEFAULT_ORG_ID,
  is_root: id === ROOT_ORG_ID,
});

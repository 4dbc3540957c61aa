import { z } from 'zod';
import { defineActions } from '../call/defineActions.ts';
import { organizationChoice } from '../orgs/organizationChoice.ts';
import { label } from '../resources/labels/label.ts';
import { organization } from '../resources/orgs/organization.ts';

export const labelActions = defineActions(label, {
  keys: {
    summary: 'Label names',
    query: z.object({ search: z.string().optional() }),
    answer: z.array(z.string()),
  },
});

export const organizationActions = defineActions(organization, {
  current: {
    summary: 'The organization of the request, and your roles in it',
    answer: organizationChoice.extend({
      comment: z.string(),
      roles: z.array(z.object({ id: z.string(), name: z.string(), display_name: z.string() })),
      perms: z.array(z.string()),
    }),
  },
});

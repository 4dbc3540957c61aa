import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';

type Current = AnswerOf<Calls['GET /api/v1/orgs/orgs/current/']>;

/** The answer to `orgs/current/`, with default values. */
export const organizationNow = (over: Partial<Current>): Current => ({
  id: 'o1',
  name: 'Default',
  icon: 'organization',
  disabled: false,
  is_default: false,
  is_root: false,
  comment: '',
  roles: [],
  perms: [],
  ...over,
});

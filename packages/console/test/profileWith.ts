import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { detailRow } from './sampleRow.ts';

/** The answer to `users/profile/`. */
export type Profile = AnswerOf<Calls['GET /api/v1/users/profile/']>;
type Choice = Profile['console_orgs'][number];

/** Organization of the user in all tests of the shell. */
export const HOME: Choice = {
  id: '00000000-0000-0000-0000-000000000002',
  name: 'Northwind',
  icon: 'organization',
  disabled: false,
  is_default: true,
  is_root: false,
};
/** Another organization, to switch to. */
export const BRANCH: Choice = {
  ...HOME,
  id: '3f2b8c10-1111-4111-8111-111111111111',
  name: 'Harbor',
  is_default: false,
};

/** The profile of a user, by default without permissions. */
export const profileWith = (overrides: Partial<Profile>): Profile => ({
  ...detailRow(user, {
    id: 'me',
    username: 'mara',
    name: 'Mara Okafor',
    email: 'mara@example.com',
    is_superuser: false,
    is_first_login: false,
    source: { value: 'local', label: 'Local' },
    system_roles: [],
  }),
  public_key_comment: '',
  public_key_hash_md5: '',
  guide_url: '',
  receive_backends: [],
  perms: [],
  console_orgs: [HOME, BRANCH],
  audit_orgs: [HOME],
  workbench_orgs: [HOME],
  ...overrides,
});

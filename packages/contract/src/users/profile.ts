import { z } from 'zod';
import { rowWith } from '../call/rowOf.ts';
import { organizationChoice } from '../orgs/organizationChoice.ts';
import { user } from '../resources/users/user.ts';

/** What a profile says about an SSH public key. */
export const keyFacts = { public_key_comment: z.string(), public_key_hash_md5: z.string() };

/** A user's own profile, in the organization of the request. */
export const profile = rowWith(user, {
  ...keyFacts,
  guide_url: z.string(),
  receive_backends: z.array(z.string()),
  console_orgs: z.array(organizationChoice),
  audit_orgs: z.array(organizationChoice),
  workbench_orgs: z.array(organizationChoice),
  perms: z.array(z.string()),
});

import { z } from 'zod';
import { neededId } from '../../call/bodyFields.ts';
import { defineCall } from '../../call/defineCall.ts';
import { rowOf } from '../../call/rowOf.ts';
import { accountcheckout } from '../../resources/accounts/accountcheckout.ts';

export const checkOutAccount = defineCall('POST /api/v1/accounts/account-checkouts/', {
  summary: 'Checks out an account that you may use and that takes a check-out',
  permission: 'accounts.add_accountcheckout',
  body: z.object({
    account: neededId,
    reason: z.string('required').trim().min(1, 'required').max(512, 'max_length'),
    minutes: z
      .int('invalid_integer')
      .min(5, 'min_value')
      .max(10_080, 'max_value')
      .optional()
      .describe('At most what the account allows; absent: half an hour or that'),
  }),
  answer: rowOf(accountcheckout),
  status: 201,
  errors: ['object_does_not_exist', 'account_withheld', 'acl_reject', 'acl_review'],
});

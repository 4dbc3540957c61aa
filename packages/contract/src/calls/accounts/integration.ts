import { z } from 'zod';
import { neededText, uuid } from '../../call/bodyFields.ts';
import { defineCall } from '../../call/defineCall.ts';
import { rowWith, writeOf } from '../../call/rowOf.ts';
import { integrationapplication } from '../../resources/accounts/integrationapplication.ts';

export const createApplication = defineCall('POST /api/v1/accounts/integration-applications/', {
  summary: 'Creates an application that may fetch secrets; the secret of its key is only in this answer',
  permission: 'accounts.add_integrationapplication',
  confirm: 'password',
  body: writeOf(integrationapplication),
  status: 201,
  answer: rowWith(integrationapplication, { secret: z.string() }),
  noStore: true,
});

export const fetchAccountSecret = defineCall(
  'GET /api/v1/accounts/integration-applications/account-secret/',
  {
    summary: 'The secret of one account, for an application that signs the request with its key',
    permission: 'public',
    identifiesItself: true,
    changes: true,
    query: z.object({
      asset: neededText.max(256, 'max_length').describe('Id or name of the asset'),
      account: neededText.max(256, 'max_length').describe('Id, name or username of the account'),
    }),
    answer: z.object({
      id: uuid,
      asset: z.object({ id: uuid, name: z.string(), address: z.string() }),
      name: z.string(),
      username: z.string(),
      secret_type: z.string(),
      secret: z.string(),
    }),
    noStore: true,
    errors: ['authentication_failed', 'object_does_not_exist', 'account_withheld', 'throttled'],
  },
);

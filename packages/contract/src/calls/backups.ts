import { z } from 'zod';
import { neededId, uuid } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { settingCategories } from '../settings/catalogue.ts';

export const listBackups = defineCall('GET /api/v1/settings/backups/', {
  summary: 'The backups in storages that were proven, the latest first',
  permission: settingCategories.backup.permission,
  shows: {
    columns: {
      date: 'datetime',
      storage: 'string',
      key: 'string',
      size: 'integer',
      rows: 'integer',
      seconds: 'float',
      is_restored: 'boolean',
    },
  },
  answer: z.object({
    is_encryptable: z.boolean().describe('Whether a key for their encryption is configured'),
    backups: z.array(
      z.object({
        date: z.string(),
        storage: z.string().describe('Name of the storage; empty when it is gone'),
        key: z.string(),
        size: z.int(),
        rows: z.int(),
        seconds: z.number(),
        is_restored: z.boolean().describe('Whether it was restored as a check, or only read back'),
      }),
    ),
  }),
});

export const startAccountBackup = defineCall('POST /api/v1/accounts/account-backup-plan-executions/', {
  summary: 'Runs a backup plan of accounts',
  permission: 'accounts.add_accountbackupexecution',
  body: z.object({ plan: neededId }),
  answer: z.object({ task: uuid }),
  status: 201,
  errors: ['object_does_not_exist'],
});

export const startChangeSecret = defineCall('POST /api/v1/accounts/change-secret-executions/', {
  summary: 'Runs a plan that changes the secrets of accounts',
  permission: 'accounts.add_changesecretexecution',
  body: z.object({ automation: neededId }),
  answer: z.object({ task: uuid }),
  status: 201,
  errors: ['object_does_not_exist'],
});

export const startPushAccounts = defineCall('POST /api/v1/accounts/push-account-executions/', {
  summary: 'Runs a plan that pushes accounts to machines',
  permission: 'accounts.add_pushaccountexecution',
  body: z.object({ automation: neededId }),
  answer: z.object({ task: uuid }),
  status: 201,
  errors: ['object_does_not_exist'],
});

export const startGatherAccounts = defineCall('POST /api/v1/accounts/gather-account-executions/', {
  summary: 'Runs a plan that looks for accounts on machines',
  permission: 'accounts.add_gatheraccountsexecution',
  body: z.object({ automation: neededId }),
  answer: z.object({ task: uuid }),
  status: 201,
  errors: ['object_does_not_exist'],
});

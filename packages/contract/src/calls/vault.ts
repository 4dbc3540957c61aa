import { z } from 'zod';
import { anyObject, uuid } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { settingCategories } from '../settings/catalogue.ts';

export const testVault = defineCall('POST /api/v1/settings/vault/testing/', {
  summary: 'Writes, reads and removes a text in the vault; omitted settings are taken as stored',
  permission: settingCategories.vault.permission,
  body: anyObject,
  answer: z.object({ msg: z.string() }),
  otherwise: { 400: z.object({ msg: z.string() }) },
});

export const syncVault = defineCall('POST /api/v1/settings/vault/sync/', {
  summary: 'Moves the secrets of accounts that are still in the database to the vault, in the background',
  permission: settingCategories.vault.permission,
  body: anyObject,
  status: 201,
  answer: z.object({ task: uuid }),
  otherwise: { 400: z.object({ msg: z.string() }) },
});

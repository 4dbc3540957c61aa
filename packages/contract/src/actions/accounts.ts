import { z } from 'zod';
import {
  anyReferences,
  choiceOf,
  manyReferences,
  optionalReference,
  optionalText,
  reference,
  uuid,
  written,
} from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { listOf, partOf, rowOf } from '../call/rowOf.ts';
import { account } from '../resources/accounts/account.ts';
import { accountbackupexecution } from '../resources/accounts/accountbackupexecution.ts';
import { accountcheckout } from '../resources/accounts/accountcheckout.ts';
import { accountsecret } from '../resources/accounts/accountsecret.ts';
import { accounttemplate } from '../resources/accounts/accounttemplate.ts';
import { changesecretexecution } from '../resources/accounts/changesecretexecution.ts';
import { changesecretrecord } from '../resources/accounts/changesecretrecord.ts';
import { gatheraccountsexecution } from '../resources/accounts/gatheraccountsexecution.ts';
import { gatheredaccount } from '../resources/accounts/gatheredaccount.ts';
import { historicalaccount } from '../resources/accounts/historicalaccount.ts';
import { integrationapplication } from '../resources/accounts/integrationapplication.ts';
import { pushaccountexecution } from '../resources/accounts/pushaccountexecution.ts';
import { pushaccountrecord } from '../resources/accounts/pushaccountrecord.ts';

const outcome = z.object({
  asset: z.string(),
  state: z.enum(['created', 'updated', 'skipped', 'error']),
  changed: z.boolean().optional(),
  error: z.string().optional(),
});

export const accountActions = defineActions(account, {
  suFromAccounts: {
    summary: 'Accounts that an account can switch from',
    query: z.looseObject({ account: z.string().optional(), asset: z.string().optional() }),
    isList: true,
    answer: listOf(rowOf(account)),
  },
  usernameSuggestions: {
    summary: 'Usernames of the accounts on these assets and nodes',
    body: z.object({ assets: anyReferences, nodes: anyReferences, username: optionalText }),
    answer: z.array(z.string()),
  },
  clearSecret: {
    summary: 'Removes the secrets of accounts',
    body: z.object({ account_ids: z.array(written, 'not_a_list').default([]) }),
  },
  createMany: {
    summary: 'Creates an account on many assets',
    body: z.looseObject({
      assets: z.array(reference, 'empty_list').min(1, 'empty_list'),
      template: optionalReference,
      on_invalid: choiceOf(['update', 'skip', 'error']).nullish(),
    }),
    answer: z.array(outcome),
    otherwise: { 400: z.array(outcome).describe('Some assets refuse the account; nothing was created') },
  },
  tasks: {
    summary:
      'Verifies accounts, or all accounts of assets, pushes them to their machines, or removes accounts that were found there, in the background',
    body: z.object({
      action: choiceOf(['verify', 'push', 'remove']),
      accounts: manyReferences,
      assets: manyReferences,
      gather_accounts: manyReferences.describe('For a removal, which takes a confirmation: what was found'),
      params: z.looseObject({}).nullish().describe('For a push: parameters of methods, by method'),
    }),
    answer: z.object({ task: uuid }),
    status: 201,
  },
});

export const accountSecretActions = defineActions(accountsecret, {
  histories: {
    summary: 'Earlier secrets of an account',
    isList: true,
    answer: listOf(partOf(historicalaccount, accountsecret.actions.histories.shows.fields)),
    noStore: true,
  },
});

export const accountTemplateActions = defineActions(accounttemplate, {
  suFromTemplates: {
    summary: 'Templates a template can switch from',
    query: z.looseObject({ template_id: z.string().optional() }),
    isList: true,
    answer: listOf(rowOf(accounttemplate)),
  },
  syncRelatedAccounts: {
    summary: 'Applies a template to the accounts made from it',
    answer: z.object({ task: z.string(), changed: z.int(), detached: z.int() }),
  },
});

const checkoutAnswer = rowOf(accountcheckout);

export const accountCheckoutActions = defineActions(accountcheckout, {
  extend: {
    summary: 'Extends your check-out once, at most to the time that its account allows',
    answer: checkoutAnswer,
  },
  checkIn: {
    summary: 'Returns an account that you hold; its secret is changed',
    answer: checkoutAnswer,
  },
  secret: {
    summary: 'The secret of an account that you hold',
    answer: z.object({ id: uuid, username: z.string(), secret_type: z.string(), secret: z.string() }),
    noStore: true,
    errors: ['account_withheld', 'perm_account_invalid', 'acl_reject', 'acl_review'],
  },
  release: {
    summary:
      'Takes a check-out from its holder; where it has ended, gives the account free without another secret',
    answer: checkoutAnswer,
  },
  retry: {
    summary: 'Changes the secret of a returned account anew, after that failed',
    answer: checkoutAnswer,
  },
});

export const backupExecutionActions = defineActions(accountbackupexecution, {
  stop: { summary: 'Stops a run on whichever server it is', errors: ['run_not_stoppable'] },
});

export const changeSecretExecutionActions = defineActions(changesecretexecution, {
  stop: { summary: 'Stops a run on whichever server it is', errors: ['run_not_stoppable'] },
});

/** What can be done about records of changed secrets, whether a change or a push made them. */
const ofRecords = {
  secret: {
    summary: 'The secrets of an account before and after a change',
    answer: z.object({ id: uuid, old_secret: z.string().nullable(), new_secret: z.string().nullable() }),
    noStore: true,
  },
  execute: {
    summary: 'Retries changes of a run that did not succeed, with the same new secrets',
    body: z.object({
      record_ids: manyReferences,
      execution: uuid.optional().describe('Instead of single changes: all of this run'),
    }),
    answer: z.object({ task: uuid }),
    errors: ['change_secret_many_runs', 'change_secret_nothing_to_retry'],
  },
} as const;

export const changeSecretRecordActions = defineActions(changesecretrecord, ofRecords);

export const pushRecordActions = defineActions(pushaccountrecord, ofRecords);

export const pushExecutionActions = defineActions(pushaccountexecution, {
  stop: { summary: 'Stops a run on whichever server it is', errors: ['run_not_stoppable'] },
});

export const integrationApplicationActions = defineActions(integrationapplication, {
  renewSecret: {
    summary:
      'Gives the key of an application another secret, which is only in this answer; the former one ends at once',
    answer: z.object({ id: uuid, secret: z.string() }),
    noStore: true,
  },
});

export const gatherExecutionActions = defineActions(gatheraccountsexecution, {
  stop: { summary: 'Stops a run on whichever server it is', errors: ['run_not_stoppable'] },
});

export const gatheredAccountActions = defineActions(gatheredaccount, {
  syncAccounts: {
    summary: 'Creates accounts for accounts that were found on machines',
    body: z.object({ gathered_account_ids: manyReferences }),
    status: 201,
  },
});

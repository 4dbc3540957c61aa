import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A run of a plan that pushes accounts; its id is that of the background task. */
export const pushaccountexecution = defineResource({
  app: 'accounts',
  name: 'pushaccountexecution',
  path: 'push-account-executions',
  scope: 'org',
  label: 'name',
  variantOf: 'accounts.changesecretexecution',
  where: { kind: 'push_account' },
  operations: ['list', 'retrieve', 'create'],
  fields: {
    automation: field.ref({
      to: 'accounts.pushaccountautomation',
      plain: true,
      required: true,
      onDelete: 'cascade',
      readOnly: true,
      told: { type: 'field', readOnly: false },
    }),
  },
  actions: {
    stop: { on: 'row', method: 'POST', path: 'stop', permission: 'accounts.add_pushaccountexecution' },
  },
  console: {
    base: 'AccountPushExecution',
    path: 'console/accounts/account-push/executions',
    pages: ['list', 'retrieve'],
    order: 326,
    under: 'console/accounts/account-push',
  },
});

import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A plan that creates accounts on machines and sets their secrets (reference 04 §9). */
export const pushaccountautomation = defineResource({
  app: 'accounts',
  name: 'pushaccountautomation',
  path: 'push-account-automations',
  scope: 'org',
  label: 'name',
  variantOf: 'accounts.changesecretautomation',
  where: { kind: 'push_account' },
  fields: {
    /** Pushes have no report (reference 04 §9). */
    recipients: field.refs({ to: 'users.user', attrs: ['name', 'username'], readOnly: true }),
  },
  form: [
    ['basic', 'name'],
    ['asset', 'assets', 'nodes'],
    [
      'strategy',
      'accounts',
      'secret_strategy',
      'secret_type',
      'secret',
      'passphrase',
      'password_rules',
      'ssh_key_change_strategy',
      'params',
    ],
    ['timer', 'is_periodic', 'crontab', 'interval'],
    ['other', 'is_active', 'comment'],
  ],
  console: {
    base: 'AccountPush',
    path: 'console/accounts/account-push',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 325,
  },
});

import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Whose password was changed, by whom, from which address and when. */
export const passwordchangelog = defineResource({
  app: 'audits',
  name: 'passwordchangelog',
  path: 'password-change-logs',
  scope: 'global',
  label: 'user',
  sizes: [],
  fields: {
    user: field.text({ max: 256, readOnly: true, search: 'contains', filter: true }),
    change_by: field.text({ max: 256, readOnly: true, search: 'contains', filter: true }),
    remote_addr: field.text({
      max: 128,
      nullable: true,
      readOnly: true,
      search: 'contains',
      filter: true,
    }),
    datetime: field.datetime({ default: 'now', readOnly: true }),
  },
  operations: ['list', 'retrieve'],
  range: 'datetime',
  order: ['-datetime'],
  indexes: [['datetime'], ['user', 'datetime']],
  list: {
    default: ['user', 'change_by', 'remote_addr', 'datetime'],
    min: ['user', 'change_by', 'datetime'],
  },
  audited: false,
  transfer: { import: false },
  console: {
    base: 'PasswordChangeLog',
    path: 'audit/logs/password-change-log',
    pages: ['list'],
    order: 320,
    names: { list: 'PasswordChangeLog' },
  },
});

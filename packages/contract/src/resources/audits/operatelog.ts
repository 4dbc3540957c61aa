import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Who did what to which row or setting: changed, viewed, downloaded or decided it, for example. */
export const operatelog = defineResource({
  app: 'audits',
  name: 'operatelog',
  path: 'operate-logs',
  scope: 'org',
  letsOrganizationGo: 'evidence',
  label: 'resource',
  sizes: ['mini'],
  fields: {
    user: field.text({ max: 128, readOnly: true, search: 'contains', filter: true }),
    action: field.choice({
      choices: [
        'view',
        'update',
        'delete',
        'create',
        'download',
        'connect',
        'login',
        'change_password',
        'accept',
        'review',
        'notice',
        'reject',
        'approve',
        'close',
      ],
      readOnly: true,
      filter: true,
    }),
    resource_type: field.computed({ as: 'string', readOnly: true }),
    resource: field.text({ max: 128, readOnly: true, search: 'contains', filter: true }),
    remote_addr: field.text({ max: 128, nullable: true, readOnly: true, filter: true }),
    datetime: field.datetime({ default: 'now', readOnly: true }),
    resource_key: field.text({ max: 64, hidden: true }),
    resource_id: field.text({ max: 128, hidden: true, filter: true }),
    diff: field.json.of<{ [field: string]: [before: unknown, after: unknown] } | null>()({
      hidden: true,
      nullable: true,
    }),
    /** What reverting the change needs; never holds a secret. */
    reversal: field.json.of<{
      category: string;
      values: { [setting: string]: [before: unknown, after: unknown] | null };
    } | null>()({ hidden: true, nullable: true }),
  },
  filters: ['resource_type'],
  operations: ['list', 'retrieve'],
  range: 'datetime',
  order: ['-datetime'],
  indexes: [['datetime'], ['resource_id', 'datetime'], ['user', 'datetime'], ['resource_key', 'datetime']],
  list: {
    default: ['user', 'action', 'resource_type', 'resource', 'remote_addr', 'datetime', 'actions'],
    min: ['user', 'action', 'resource', 'actions'],
  },
  audited: false,
  transfer: { import: false },
  console: { base: 'OperateLog', path: 'audit/logs/operate-logs', pages: ['list', 'retrieve'], order: 310 },
});

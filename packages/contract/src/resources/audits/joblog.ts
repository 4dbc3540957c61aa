import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Which jobs ran on machines, who ran them, and how they ended; kept when job and user are gone. */
export const joblog = defineResource({
  app: 'audits',
  name: 'joblog',
  path: 'job-logs',
  scope: 'org',
  letsOrganizationGo: 'evidence',
  label: 'material',
  sizes: [],
  fields: {
    creator_name: field.text({ max: 256, readOnly: true, search: 'contains' }),
    material: field.text({ max: 9000, readOnly: true, search: 'contains', order: false }),
    job_type: field.text({ max: 16, readOnly: true, told: { type: 'field' } }),
    is_finished: field.boolean({ default: false, readOnly: true }),
    is_success: field.boolean({ default: false, readOnly: true }),
    time_cost: field.float({ default: 0, readOnly: true }),
    task_id: field.uuid({ readOnly: true }),
    date_start: field.datetime({ default: 'now', readOnly: true }),
    date_finished: field.datetime({ nullable: true, readOnly: true }),
  },
  standard: ['date_created'],
  filters: ['creator__name', 'material'],
  operations: ['list', 'retrieve'],
  range: 'date_start',
  order: ['-date_start'],
  indexes: [['date_start']],
  list: {
    default: [
      'creator_name',
      'material',
      'job_type',
      'is_finished',
      'is_success',
      'time_cost',
      'date_start',
      'date_finished',
      'actions',
    ],
    min: ['creator_name', 'material', 'actions'],
  },
  audited: false,
  transfer: { import: false },
  console: {
    base: 'JobLog',
    path: 'audit/logs/job-execution-log',
    pages: ['list'],
    order: 330,
    names: { list: 'JobLog' },
  },
});

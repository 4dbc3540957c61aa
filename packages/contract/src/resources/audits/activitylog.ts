import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** What happened to a row, as one sentence; listed together with the row's operate logs. */
export const activitylog = defineResource({
  app: 'audits',
  name: 'activitylog',
  path: 'activities',
  scope: 'org',
  letsOrganizationGo: 'evidence',
  label: 'content',
  fields: {
    r_type: field.choice({
      choices: ['O', 'S', 'L', 'T'],
      plain: true,
      readOnly: true,
      told: { type: 'string' },
    }),
    content: field.text({ max: 1024, readOnly: true }),
    timestamp: field.computed({ as: 'string', readOnly: true }),
    detail_url: field.computed({ as: 'string', readOnly: true }),
    resource_id: field.text({ max: 36, hidden: true }),
    detail_id: field.text({ max: 36, nullable: true, hidden: true }),
    datetime: field.datetime({ default: 'now', hidden: true }),
  },
  operations: ['list'],
  bulk: false,
  order: ['-datetime'],
  indexes: [['resource_id', 'datetime'], ['datetime']],
  list: { default: ['timestamp', 'content'], min: ['timestamp', 'content'] },
  audited: false,
  transfer: { export: false, import: false },
});

import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A folder of Ansible files under a name, for use in jobs; each user's own. */
export const playbook = defineResource({
  app: 'ops',
  name: 'playbook',
  path: 'playbooks',
  scope: 'org',
  letsOrganizationGo: 'private to its creator',
  label: 'name',
  sizes: [],
  toldIdReadOnly: true,
  fields: {
    creator: field.ref({ to: 'users.user', plain: true, readOnly: true, onDelete: 'cascade', noDiff: true }),
    /** The archive itself is not kept: its files are. */
    path: field.computed.of<null>()({
      as: 'string',
      readOnly: true,
      told: { type: 'file upload', readOnly: false },
    }),
    name: field.text({ required: true, max: 128, search: 'contains', filter: true, size: 'mini' }),
    comment: field.text({ max: 1024, multiline: true, search: 'contains' }),
    create_method: field.choice({
      choices: ['blank'],
      default: 'blank',
      told: { choices: ['blank', 'vcs'] },
    }),
    vcs_url: field.text({ max: 1024, readOnly: true, told: { readOnly: false } }),
  },
  standard: ['date_created', 'date_updated'],
  unique: [['name', 'creator']],
  order: ['date_created'],
  list: { default: ['name', 'comment', 'date_created', 'actions'], min: ['name', 'actions'] },
  form: [['basic', 'name', 'comment']],
  console: {
    base: 'Playbook',
    path: 'workbench/ops/playbook',
    pages: ['create', 'update', 'retrieve'],
    order: 42,
    under: 'workbench/ops/templates',
    setting: 'SECURITY_COMMAND_EXECUTION',
  },
});

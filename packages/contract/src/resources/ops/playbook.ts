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
    create_method: field.choice({ choices: ['blank', 'vcs'], default: 'blank', createOnly: true }),
    /** A Git repository, by SSH only (docs/decisions/0481). */
    vcs_url: field.text({ max: 1024, help: true }),
    /** Branch, tag or commit; empty for the default branch. */
    vcs_ref: field.text({ max: 255, help: true }),
    /** Fingerprint of the host key that its user has confirmed. */
    vcs_host_key: field.text({ max: 128, help: true }),
    /** The commit whose files the playbook has. */
    vcs_commit: field.text({ max: 40, readOnly: true }),
    date_fetched: field.datetime({ nullable: true, readOnly: true }),
    /** The key that signs in to the host of the repository: its public half, and the sealed private one. */
    vcs_public_key: field.text({ max: 1024, readOnly: true, on: 'retrieve' }),
    vcs_key: field.secret({ nullable: true, hidden: true, noDiff: true }),
  },
  standard: ['date_created', 'date_updated'],
  unique: [['name', 'creator']],
  order: ['date_created'],
  list: { default: ['name', 'comment', 'date_created', 'actions'], min: ['name', 'actions'] },
  form: [
    ['basic', 'create_method', 'name', 'comment'],
    ['repository', 'vcs_url', 'vcs_ref', 'vcs_host_key'],
  ],
  actions: {
    compare: { on: 'row', method: 'POST', path: 'compare', permission: 'ops.change_playbook' },
    fetch: { on: 'row', method: 'POST', path: 'fetch', permission: 'ops.change_playbook' },
  },
  console: {
    base: 'Playbook',
    path: 'workbench/ops/playbook',
    pages: ['create', 'update', 'retrieve'],
    order: 42,
    under: 'workbench/ops/templates',
    setting: 'SECURITY_COMMAND_EXECUTION',
  },
});

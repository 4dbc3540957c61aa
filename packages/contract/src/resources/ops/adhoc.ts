import { jobModules } from '../../ops/jobs.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** How a command template is run on a machine (reference 06 §A.1): the modules of jobs, and names of the reference. */
export const adhocModules = [...jobModules, 'mariadb', 'oracle'] as const;

/** A command under a name, for use in jobs; each user's own. */
export const adhoc = defineResource({
  app: 'ops',
  name: 'adhoc',
  path: 'adhocs',
  scope: 'org',
  letsOrganizationGo: 'private to its creator',
  label: 'name',
  sizes: [],
  fields: {
    creator: field.ref({ to: 'users.user', plain: true, readOnly: true, onDelete: 'cascade', noDiff: true }),
    name: field.text({ required: true, max: 128, search: 'contains', filter: true }),
    module: field.choice({ choices: adhocModules, default: 'shell', filter: true }),
    args: field.text({ max: 8192, multiline: true }),
    comment: field.text({ max: 1024, multiline: true, search: 'contains' }),
  },
  standard: ['date_created', 'date_updated'],
  unique: [['name', 'creator']],
  order: ['name'],
  list: {
    default: ['name', 'module', 'args', 'comment', 'date_created', 'actions'],
    min: ['name', 'actions'],
  },
  form: [['basic', 'name', 'module', 'args', 'comment']],
  console: {
    base: 'Adhoc',
    path: 'workbench/ops/adhoc',
    pages: ['create', 'update', 'retrieve'],
    order: 41,
    under: 'workbench/ops/templates',
    setting: 'SECURITY_COMMAND_EXECUTION',
  },
});

import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import type { GoneValue } from '../../wire/savedFilters.ts';

/** The search, filters and order of one list of the console, under a name; its user's own, or shared. */
export const savedfilter = defineResource({
  app: 'users',
  name: 'savedfilter',
  path: 'saved-filters',
  scope: 'global',
  label: 'name',
  fields: {
    name: field.text({ required: true, max: 64, size: 'mini' }),
    list_name: field.text({ required: true, max: 128, createOnly: true, filter: true, order: false }),
    place: field.text({ required: true, max: 128, createOnly: true, order: false }),
    query: field.text({ required: true, max: 2000, order: false }),
    is_shared: field.boolean({ default: false, size: 'mini', help: true }),
    user: field.ref({ to: 'users.user', attrs: ['name'], readOnly: true, onDelete: 'cascade', size: 'mini' }),
    org: field.ref({ to: 'orgs.organization', nullable: true, hidden: true, onDelete: 'cascade' }),
    gone: field.computed.of<GoneValue[]>()({ as: 'list', readOnly: true, on: 'retrieve' }),
  },
  standard: ['date_created', 'date_updated'],
  bulk: false,
  undo: true,
  permissions: { view: 'validUser', add: 'validUser', change: 'validUser', delete: 'validUser' },
  unique: [['name', 'user', 'list_name', 'org']],
  indexes: [['list_name', 'user']],
  order: ['name'],
  form: [['basic', 'name', 'is_shared', 'list_name', 'place', 'query']],
  list: { default: ['name', 'is_shared', 'user', 'actions'], min: ['name', 'actions'] },
  transfer: { export: false, import: false },
});

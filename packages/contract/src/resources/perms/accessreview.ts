import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

const told = { readOnly: true, size: 'small' } as const;

/**
 * A permission that was not used for a while, put before those who answer for it: they confirm that it is needed, or
 * let it expire.
 */
export const accessreview = defineResource({
  app: 'perms',
  name: 'accessreview',
  path: 'access-reviews',
  scope: 'org',
  letsOrganizationGo: 'goes with its permission',
  label: 'name',
  fields: {
    /** Name of the permission when the review was opened. */
    name: field.text({ max: 128, readOnly: true, size: 'mini', search: 'contains', filter: true }),
    permission: field.ref({
      to: 'perms.assetpermission',
      attrs: ['name'],
      onDelete: 'cascade',
      filter: true,
      readOnly: true,
      size: 'small',
    }),
    status: field.choice({
      choices: ['open', 'kept', 'expired', 'settled'],
      default: 'open',
      filter: true,
      ...told,
    }),
    is_overdue: field.computed({ as: 'boolean', ...told }),
    /** The latest session through the permission; null: none is known. */
    date_last_used: field.datetime({ nullable: true, ...told }),
    /** Users whom the permission reached, and assets that it covered, when the review was opened. */
    users_amount: field.integer({ default: 0, ...told }),
    assets_amount: field.integer({ default: 0, ...told }),
    reviewers: field.refs({ to: 'users.user', attrs: ['name', 'username'], readOnly: true, noDiff: true }),
    decided_by: field.text({ max: 300, ...told }),
    date_decided: field.datetime({ nullable: true, ...told }),
    /** When the permission ends, once it is let expire. */
    date_ends: field.datetime({ nullable: true, ...told }),
    /** Before that, the end of the permission. */
    date_ended_before: field.datetime({ nullable: true, hidden: true, noDiff: true }),
    date_reminded: field.datetime({ nullable: true, hidden: true, noDiff: true }),
    /** The permission while the review is open: one permission has at most one open review. */
    open_for: field.uuid({ nullable: true, hidden: true, noDiff: true }),
  },
  filters: ['is_overdue', 'mine'],
  standard: ['date_created', 'comment'],
  small: ['date_created', 'comment'],
  operations: ['list', 'retrieve'],
  unique: [['open_for']],
  indexes: [['status', 'date_created']],
  order: ['-date_created'],
  list: {
    default: [
      'name',
      'status',
      'date_last_used',
      'users_amount',
      'assets_amount',
      'reviewers',
      'date_created',
      'actions',
    ],
    min: ['name', 'actions'],
    exclude: ['permission'],
  },
  actions: {
    decide: {
      on: 'collection',
      method: 'POST',
      path: 'decide',
      ofRows: true,
      permission: 'perms.change_accessreview',
    },
    restore: {
      on: 'collection',
      method: 'POST',
      path: 'restore',
      ofRows: true,
      permission: 'perms.change_accessreview',
    },
    users: {
      on: 'row',
      method: 'GET',
      path: 'users',
      permission: 'perms.view_accessreview',
      shows: { columns: { user_display: 'string', date_last_used: 'datetime' } },
    },
    assets: {
      on: 'row',
      method: 'GET',
      path: 'assets',
      permission: 'perms.view_accessreview',
      shows: { columns: { asset_display: 'string', date_last_used: 'datetime' } },
    },
  },
  transfer: { import: false },
  console: {
    base: 'AccessReview',
    path: 'console/perms/access-reviews',
    pages: ['list', 'retrieve'],
    order: 402,
  },
});

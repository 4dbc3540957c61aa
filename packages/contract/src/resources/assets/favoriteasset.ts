import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A user's favourite asset; users see, add and remove only their own. */
export const favoriteasset = defineResource({
  app: 'assets',
  name: 'favoriteasset',
  path: 'favorite-assets',
  scope: 'global',
  label: 'id',
  fields: {
    asset: field.ref({
      to: 'assets.asset',
      plain: true,
      required: true,
      onDelete: 'cascade',
      size: 'mini',
      filter: true,
    }),
    user: field.ref({ to: 'users.user', onDelete: 'cascade', hidden: true }),
  },
  operations: ['list', 'create', 'destroy'],
  mentionedMethods: ['PUT', 'PATCH'],
  permissions: { view: 'validUser', add: 'validUser', delete: 'validUser' },
  unique: [['user', 'asset']],
  audited: false,
  transfer: { export: false, import: false },
});

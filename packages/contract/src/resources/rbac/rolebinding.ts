import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Who holds which role where. */
export const rolebinding = defineResource({
  app: 'rbac',
  name: 'rolebinding',
  path: 'role-bindings',
  scope: 'global',
  label: 'id',
  sizes: [],
  fields: {
    user: field.ref({
      to: 'users.user',
      attrs: ['name', 'username'],
      required: true,
      told: { required: false },
      createOnly: true,
      onDelete: 'cascade',
      filter: true,
    }),
    role: field.ref({
      to: 'rbac.role',
      plain: true,
      required: true,
      createOnly: true,
      onDelete: 'protect',
      filter: true,
    }),
    scope: field.choice({ choices: ['system', 'org'], plain: true, readOnly: true, filter: true }),
    org: field.ref({
      to: 'orgs.organization',
      plain: true,
      nullable: true,
      told: { required: true },
      createOnly: true,
      onDelete: 'cascade',
      filter: true,
    }),
    org_name: field.computed.of<string | null>()({ as: 'string', readOnly: true }),
  },
  filters: ['user__name', 'user__username', 'role__name'],
  operations: ['list', 'retrieve', 'create', 'destroy'],
  mentionedMethods: ['PUT', 'PATCH'],
  permissions: { view: 'superuser', add: 'superuser', delete: 'superuser' },
  unique: [['user', 'role', 'org']],
  list: { default: ['user', 'org_name', 'actions'], min: ['user', 'actions'] },
  form: [['basic', 'user', 'role']],
});

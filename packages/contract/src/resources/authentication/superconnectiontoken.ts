import { defineResource } from '../../resource/defineResource.ts';
import { field, shownAs } from '../../resource/fields.ts';
import { connectiontoken } from './connectiontoken.ts';

/** Connection tokens of all users, for administrators who make one for another user or end it. */
export const superconnectiontoken = defineResource({
  app: 'authentication',
  name: 'superconnectiontoken',
  path: 'super-connection-token',
  scope: 'org',
  label: 'id',
  variantOf: 'authentication.connectiontoken',
  fields: {
    value: shownAs<string>()({ ...connectiontoken.fields.value, noDiff: true }),
    /** Where the user is, from a component that knows it. */
    remote_addr: field.text({ max: 128, nullable: true, writeOnly: true }),
    user: field.ref({
      to: 'users.user',
      required: true,
      onDelete: 'cascade',
      told: { required: false },
    }),
  },
  operations: ['list', 'retrieve', 'create'],
  audited: true,
  actions: {
    expire: {
      on: 'row',
      method: 'PATCH',
      path: 'expire',
      permission: 'authentication.add_superconnectiontoken',
    },
  },
});

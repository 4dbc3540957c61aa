import { z } from 'zod';
import { neededText, reference, refusal, someIds } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { rowOf, rowWith } from '../call/rowOf.ts';
import { user } from '../resources/users/user.ts';
import { usergroup } from '../resources/users/usergroup.ts';

const references = z.array(reference, 'not_a_list').min(1, 'empty_list');

export const userActions = defineActions(user, {
  invite: {
    summary: 'Invites users into the organization',
    body: z.object({ users: references, org_roles: references }),
    status: 201,
    answer: z.object({
      users: z.array(z.string()),
      org_roles: z.array(z.object({ id: z.string(), display_name: z.string(), name: z.string() })),
    }),
    otherwise: { 400: refusal },
  },
  remove: { summary: 'Removes a user from the organization', status: 204 },
  removeMany: {
    summary: 'Removes the users that match the query from the organization',
    isList: true,
    status: 204,
    errors: ['bulk_delete_refused'],
  },
  resetPassword: {
    summary: 'Resets the password of a user; returns a link for choosing a new one',
    answer: rowWith(user, { reset_url: z.string() }),
    noStore: true,
  },
  setPassword: {
    summary: 'Sets the password of a user',
    body: z.object({ password: neededText }),
    answer: rowOf(user),
    noStore: true,
  },
  resetPublicKey: {
    summary: 'Removes the SSH public key of a user',
    answer: rowOf(user),
    noStore: true,
  },
  resetMfa: {
    summary: 'Removes the second factor of a user',
    answer: z.object({ msg: z.literal('success') }),
    otherwise: { 400: refusal },
  },
  unblock: {
    summary: 'Unlocks a user after too many failed sign-ins',
    answer: rowOf(user),
    noStore: true,
  },
  unblockMany: {
    summary: 'Unlocks users after too many failed sign-ins; returns how many of them were locked',
    body: z.object({ ids: someIds(1_000) }),
    answer: z.object({ unblocked: z.int() }),
    errors: ['object_does_not_exist'],
  },
});

export const userGroupActions = defineActions(usergroup, {
  addAllUsers: { summary: 'Adds every user of the organization to a group' },
});

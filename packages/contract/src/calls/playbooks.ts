import { z } from 'zod';
import { defineCall } from '../call/defineCall.ts';

/** A file in JSON may take several times its size. */
const bodyLimit = 8 * 1024 * 1024;

const node = z.object({
  id: z.string().describe('Path below the folder of the playbook; `root` for that folder'),
  name: z.string(),
  title: z.string(),
  pId: z.string(),
  isParent: z.boolean(),
  open: z.boolean(),
  temp: z.boolean(),
  iconSkin: z.string().optional(),
});

const file = z.object({
  content: z.string(),
  version: z.string().describe('Sent with a change, it refuses the change of a file that has changed since'),
  is_binary: z.boolean().describe('Its content is a remark in place of what it holds'),
});

const key = z.string('invalid_string').max(2_000, 'max_length').default('');

export const listPlaybookFiles = defineCall('GET /api/v1/ops/playbook/:id/file/', {
  summary: 'Files and folders of a playbook; with `key` the content of one file',
  permission: 'ops.view_playbook',
  query: z.object({ key: z.string().optional().describe('Path of a file'), expand: z.string().optional() }),
  answer: z.union([z.array(node), file]),
  errors: ['object_does_not_exist', 'invalid_playbook_file'],
});

export const addPlaybookFile = defineCall('POST /api/v1/ops/playbook/:id/file/', {
  summary: 'Adds a file or folder to a playbook; a taken name gets a number',
  permission: 'ops.change_playbook',
  bodyLimit,
  body: z.object({
    key: key.describe('Path of the folder; `root` or empty for the top'),
    name: z.string('invalid_string').max(2_000, 'max_length').default(''),
    is_directory: z.boolean('invalid_boolean').default(false),
    content: z.string('invalid_string').default(''),
  }),
  answer: node,
  errors: ['object_does_not_exist', 'invalid_playbook_file'],
});

export const changePlaybookFile = defineCall('PATCH /api/v1/ops/playbook/:id/file/', {
  summary: 'Renames a file or folder of a playbook, or saves a file',
  permission: 'ops.change_playbook',
  bodyLimit,
  body: z.object({
    key: key.describe('Path of the file or folder'),
    new_name: z.string('invalid_string').max(2_000, 'max_length').optional(),
    is_directory: z.boolean('invalid_boolean').optional(),
    content: z.string('invalid_string').optional(),
    version: z.string('invalid_string').optional().describe('Version that the change is based on'),
  }),
  answer: z.object({ id: z.string(), version: z.string().optional() }),
  errors: ['object_does_not_exist', 'invalid_playbook_file', 'changed_meanwhile'],
});

export const removePlaybookFile = defineCall('DELETE /api/v1/ops/playbook/:id/file/', {
  summary: 'Deletes a file of a playbook, or a folder with everything in it',
  permission: 'ops.change_playbook',
  query: z.object({ key: z.string().default('').describe('Path of the file or folder') }),
  answer: z.object({ msg: z.literal('ok') }),
  errors: ['object_does_not_exist', 'invalid_playbook_file'],
});

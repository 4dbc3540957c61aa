import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A file operation inside a session. */
export const ftplog = defineResource({
  app: 'audits',
  name: 'ftplog',
  path: 'ftp-logs',
  scope: 'org',
  letsOrganizationGo: 'evidence',
  label: 'filename',
  sizes: [],
  fields: {
    user: field.text({ required: true, max: 128, search: 'contains', filter: true }),
    remote_addr: field.text({ max: 128, nullable: true }),
    asset: field.text({ required: true, max: 1024, search: 'contains', filter: true }),
    account: field.text({ required: true, max: 128, search: 'contains', filter: true }),
    operate: field.choice({
      choices: ['mkdir', 'rmdir', 'delete', 'upload', 'rename', 'symlink', 'download', 'rename_dir'],
      required: true,
    }),
    filename: field.text({ required: true, max: 1024, search: 'contains', filter: true }),
    session: field.text({ max: 36, search: 'exact', filter: true }),
    is_success: field.boolean({ default: true }),
    has_file: field.boolean({ default: false }),
    date_start: field.datetime({ default: 'now', readOnly: true }),
  },
  mentions: { org_id: field.text() },
  operations: ['list', 'retrieve', 'create', 'update'],
  range: 'date_start',
  order: ['-date_start'],
  indexes: [['date_start'], ['session']],
  list: {
    default: [
      'id',
      'user',
      'remote_addr',
      'asset',
      'account',
      'operate',
      'filename',
      'date_start',
      'is_success',
      'actions',
    ],
    min: ['user', 'filename', 'actions'],
  },
  actions: {
    downloadFile: { on: 'row', method: 'GET', path: 'file/download', permission: 'audits.view_ftplog' },
    uploadFile: {
      on: 'row',
      method: 'POST',
      path: 'upload',
      permission: 'serviceAccount',
      bodyLimit: 1024 * 1024 * 1024,
    },
  },
  audited: false,
  transfer: { import: false },
  console: {
    base: 'FtpLog',
    path: 'audit/sessions/ftp',
    pages: ['list'],
    order: 220,
    names: { list: 'FtpLog' },
  },
});

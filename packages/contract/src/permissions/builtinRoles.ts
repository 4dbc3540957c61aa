import { permissionName, permissionsOfScope } from './catalogue.ts';
import type { Permission, PermissionScope } from './permission.ts';

/** A role every installation has; it can be neither changed nor deleted. */
export type BuiltinRole = {
  id: string;
  name: string;
  scope: PermissionScope;
  /**
   * `app.model.codename` with `*` for any part or for the end of a codename: what the role holds within its
   * scope.
   */
  holds: readonly string[];
};

const everydayReading = [
  'rbac.menupermission.view_workbench',
  'rbac.menupermission.view_webterminal',
  'rbac.menupermission.view_filemanager',
  'perms.permedasset.view_myassets',
  'assets.asset.match_asset',
  'assets.node.match_node',
  'ops.adhoc.view_*',
  'ops.playbook.view_*',
  'ops.job.view_*',
  'ops.jobexecution.view_*',
  'ops.celerytaskexecution.view_celerytaskexecution',
];

const everyday = [...everydayReading, 'ops.adhoc.*', 'ops.playbook.*', 'ops.job.*', 'ops.jobexecution.*'];

/** A user's own ways to sign in, which act on no other user. */
const ownSignIn = [
  'authentication.temptoken.*',
  'authentication.accesskey.*',
  'authentication.passkey.*',
  'tickets.ticket.view_ticket',
  'orgs.organization.view_alljoinedorg',
];
const ownCredentials = ['authentication.connectiontoken.*', ...ownSignIn];

/** Auditors read and watch, and change nothing (docs/decisions/0210). */
const audit = [
  'rbac.menupermission.view_audit',
  'audits.*.view_*',
  'terminal.commandstorage.view_commandstorage',
  'terminal.sessionreplay.view_sessionreplay',
  'terminal.sessionreplay.download_sessionreplay',
  'terminal.session.view_session',
  'terminal.session.monitor_session',
  'terminal.command.view_command',
];

/**
 * Exactly what the calls of components require, so that a stolen component key opens nothing else
 * (docs/decisions/0044).
 */
const component = [
  'authentication.superconnectiontoken.view_superconnectiontokensecret',
  'authentication.superconnectiontoken.add_superconnectiontoken',
  'terminal.terminal.view_terminalconfig',
  'terminal.status.add_status',
  'terminal.task.view_task',
  'terminal.task.change_task',
  'terminal.session.add_session',
  'terminal.session.change_session',
  'terminal.session.validate_sessionactionperm',
  'terminal.command.add_command',
  'terminal.sessionreplay.upload_sessionreplay',
  'audits.ftplog.add_ftplog',
  'audits.ftplog.change_ftplog',
  'tickets.superticket.add_superticket',
  'tickets.superticket.view_superticket',
  'tickets.superticket.change_superticket',
  'tickets.ticketsession.add_ticketsession',
];

const idOf = (number: number) => `00000000-0000-0000-0000-00000000000${number}`;

/** The built-in roles. */
export const builtinRoles = {
  systemAdmin: { id: idOf(1), name: 'SystemAdmin', scope: 'system', holds: ['*.*.*'] },
  systemAuditor: {
    id: idOf(2),
    name: 'SystemAuditor',
    scope: 'system',
    holds: [...everydayReading, ...ownSignIn, ...audit, 'orgs.organization.view_rootorg'],
  },
  user: { id: idOf(3), name: 'User', scope: 'system', holds: [...everyday, ...ownCredentials] },
  systemComponent: {
    id: idOf(4),
    name: 'SystemComponent',
    scope: 'system',
    holds: component,
  },
  orgAdmin: { id: idOf(5), name: 'OrgAdmin', scope: 'org', holds: ['*.*.*'] },
  orgAuditor: { id: idOf(6), name: 'OrgAuditor', scope: 'org', holds: [...everydayReading, ...audit] },
  orgUser: { id: idOf(7), name: 'OrgUser', scope: 'org', holds: everyday },
} as const satisfies Record<string, BuiltinRole>;

const matches = (pattern: string, permission: Permission): boolean => {
  const [app, model, codename] = pattern.split('.');
  return (
    (app === '*' || app === permission.app) &&
    (model === '*' || model === permission.model) &&
    (codename?.endsWith('*')
      ? permission.codename.startsWith(codename.slice(0, -1))
      : codename === permission.codename)
  );
};

/** Names of the permissions a built-in role holds, sorted. */
export const permissionsOfBuiltinRole = (role: BuiltinRole): readonly string[] =>
  permissionsOfScope(role.scope)
    .filter((permission) => role.holds.some((pattern) => matches(pattern, permission)))
    .map(permissionName)
    .sort();

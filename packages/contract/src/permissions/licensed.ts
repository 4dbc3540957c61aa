import { permissionName, permissions } from './catalogue.ts';
import type { Permission } from './permission.ts';

/** Apps, models and single permissions whose features need a valid licence. */
export const licensedOnly = {
  apps: ['xpack', 'tickets'],
  models: [
    'accounts.accountbackupautomation',
    'accounts.accountbackupexecution',
    'accounts.changesecretautomation',
    'accounts.changesecretrecord',
    'accounts.gatheraccountsautomation',
    'accounts.gatheredaccount',
    'acls.connectmethodacl',
    'acls.loginassetacl',
    'orgs.organization',
    'rbac.orgrole',
    'rbac.orgrolebinding',
  ],
  permissions: [
    'accounts.add_changesecretexecution',
    'accounts.add_gatheraccountsexecution',
    'accounts.view_changesecretexecution',
    'accounts.view_gatheraccountsexecution',
    'rbac.add_role',
    'rbac.add_systemrole',
    'rbac.change_role',
    'rbac.change_systemrole',
    'rbac.delete_role',
    'rbac.delete_systemrole',
    'settings.change_interface',
    'settings.change_sms',
    'users.invite_user',
    'users.remove_user',
  ],
} as const;

/**
 * What components ask about tickets. Without a licence none is opened, but the component is told so, and what waits or
 * was approved before comes to its end (docs/decisions/0399).
 */
const askedByComponents: ReadonlySet<string> = new Set(['tickets.superticket', 'tickets.ticketsession']);

const isLicensed = (permission: Permission): boolean => {
  const { apps, models, permissions: names } = licensedOnly;
  if (askedByComponents.has(`${permission.app}.${permission.model}`)) return false;
  return (
    (apps as readonly string[]).includes(permission.app) ||
    (models as readonly string[]).includes(`${permission.app}.${permission.model}`) ||
    (names as readonly string[]).includes(permissionName(permission))
  );
};

/** Permissions that no user holds without a valid licence, not even an administrator. */
export const licensedPermissions: ReadonlySet<string> = new Set(
  permissions.filter(isLicensed).map(permissionName),
);

import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';

const special: ReadonlySet<string> = new Set([
  'authentication.connectiontoken',
  'authentication.temptoken',
  'authentication.accesskey',
  'rbac.rolebinding',
  'rbac.systemrolebinding',
  'rbac.orgrolebinding',
  'assets.favoriteasset',
  'assets.custom',
  'assets.asset',
  'terminal.session',
  'terminal.command',
  'terminal.status',
  'terminal.task',
  'orgs.organization',
  'accounts.historicalaccount',
  'labels.labeledresource',
  'terminal.hostkey',
  'audits.ftplog',
  'tickets.comment',
  'tickets.ticketflow',
]);

/** Written elsewhere by their owners; their own tests cover them. */
export const isWrittenElsewhere = ({ app, name }: Pick<ResourceDefinition, 'app' | 'name'>): boolean =>
  special.has(`${app}.${name}`);

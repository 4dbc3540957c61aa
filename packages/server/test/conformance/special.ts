import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';

const special: ReadonlySet<string> = new Set([
  'authentication.connectiontoken',
  'authentication.superconnectiontoken',
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
  // Saving one asks its search service.
  'terminal.commandstorage',
  'terminal.status',
  'terminal.task',
  'orgs.organization',
  'accounts.accountbackupexecution',
  'accounts.accountcheckout',
  'accounts.changesecretexecution',
  'accounts.changesecretrecord',
  'accounts.gatheraccountsexecution',
  'accounts.historicalaccount',
  'accounts.integrationapplication',
  'accounts.integrationlog',
  'accounts.pushaccountexecution',
  'accounts.pushaccountrecord',
  'labels.labeledresource',
  'terminal.hostkey',
  'audits.ftplog',
  'ops.celerytaskexecution',
  'ops.jobexecution',
  'tickets.comment',
  'tickets.ticketflow',
]);

/**
 * Resources that the conformance tests cannot create and change like others; they have tests of their own.
 */
export const isWrittenElsewhere = ({ app, name }: Pick<ResourceDefinition, 'app' | 'name'>): boolean =>
  special.has(`${app}.${name}`);

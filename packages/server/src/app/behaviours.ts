import type { Definitions } from '@gatehouse/contract/resources/all.ts';
import type { Behaviour } from '../engine/resource.ts';
import { scheduleBackups } from '../flows/accountBackup/planRuns.ts';
import { createInline } from '../flows/accounts/createInline.ts';
import { addActivities } from '../flows/audit/activity.ts';
import { scheduleChanges } from '../flows/changeSecret/planRuns.ts';
import { pushWritten } from '../flows/changeSecret/pushWritten.ts';
import { chatConversationBehaviour } from '../flows/chat/conversations.ts';
import { connectionTokenBehaviour } from '../flows/connect/connectionToken.ts';
import { superConnectionTokenBehaviour } from '../flows/connect/superConnectionToken.ts';
import { takeRedemption } from '../flows/connect/tokens.ts';
import { scheduleSearches } from '../flows/gatherAccounts/planRuns.ts';
import { jobCenterBehaviours } from '../flows/jobCenter/behaviours.ts';
import { forgetJobs, stopRunsOf } from '../flows/jobCenter/stopRuns.ts';
import { createAssetLimit } from '../flows/licence/assetLimit.ts';
import type { Licence } from '../flows/licence/licence.ts';
import { examineNewAssets } from '../flows/machineWork/newAssets.ts';
import { createCommandNews } from '../flows/notifications/commandNews.ts';
import { isMailOn } from '../flows/notifications/mail/email.ts';
import { notify, notifyByMail, orgOf } from '../flows/notifications/notify.ts';
import { subjectOf } from '../flows/notifications/subjectOf.ts';
import { settleRoot } from '../flows/organization/settleRoot.ts';
import { createFromTemplates } from '../flows/permissions/createFromTemplates.ts';
import { goneValues } from '../flows/savedFilters/goneValues.ts';
import { commandStorageOf, commandsElsewhere } from '../flows/storages/commandsElsewhere.ts';
import { followStorage } from '../flows/storages/followStorage.ts';
import { storagesWithRecordings } from '../flows/storages/moves.ts';
import { proveSearch } from '../flows/storages/proveSearch.ts';
import type { Database } from '../platform/database.ts';
import { accountBehaviour } from '../resources/accounts/account/index.ts';
import { backupPlanBehaviour } from '../resources/accounts/accountbackupautomation/index.ts';
import { backupExecutionBehaviour } from '../resources/accounts/accountbackupexecution/index.ts';
import { accountCheckoutBehaviour } from '../resources/accounts/accountcheckout/index.ts';
import { accountTemplateBehaviour } from '../resources/accounts/accounttemplate/index.ts';
import { changeSecretPlanBehaviour } from '../resources/accounts/changesecretautomation/index.ts';
import { changeSecretExecutionBehaviour } from '../resources/accounts/changesecretexecution/index.ts';
import { changeSecretRecordBehaviour } from '../resources/accounts/changesecretrecord/index.ts';
import { gatherPlanBehaviour } from '../resources/accounts/gatheraccountsautomation/index.ts';
import { gatherExecutionBehaviour } from '../resources/accounts/gatheraccountsexecution/index.ts';
import { gatheredAccountBehaviour } from '../resources/accounts/gatheredaccount/index.ts';
import { integrationApplicationBehaviour } from '../resources/accounts/integrationapplication/index.ts';
import { integrationLogBehaviour } from '../resources/accounts/integrationlog/index.ts';
import { virtualAccountBehaviour } from '../resources/accounts/virtualaccount/index.ts';
import { commandFilterBehaviour } from '../resources/acls/commandfilteracl/index.ts';
import { commandGroupBehaviour } from '../resources/acls/commandgroup/index.ts';
import { connectMethodRuleBehaviour } from '../resources/acls/connectmethodacl/index.ts';
import { loginRuleBehaviour } from '../resources/acls/loginacl/index.ts';
import { connectionRuleBehaviour } from '../resources/acls/loginassetacl/index.ts';
import type { RuleDeps } from '../resources/acls/ruleWrites.ts';
import { assetBehaviour } from '../resources/assets/asset/index.ts';
import { customBehaviour } from '../resources/assets/custom/index.ts';
import { databaseBehaviour } from '../resources/assets/database/index.ts';
import { domainBehaviour } from '../resources/assets/domain/index.ts';
import { favoriteassetBehaviour } from '../resources/assets/favoriteasset/index.ts';
import { gatewayBehaviour } from '../resources/assets/gateway/index.ts';
import { gptBehaviour } from '../resources/assets/gpt/index.ts';
import { hostBehaviour } from '../resources/assets/host/index.ts';
import { nodeBehaviour } from '../resources/assets/node/index.ts';
import { nodeStore } from '../resources/assets/node/nodeStore.ts';
import { platformBehaviour } from '../resources/assets/platform/index.ts';
import { playbookMethodBehaviour } from '../resources/assets/playbookmethod/index.ts';
import { webBehaviour } from '../resources/assets/web/index.ts';
import { ftpLogBehaviour } from '../resources/audits/ftplog/index.ts';
import { jobLogBehaviour } from '../resources/audits/joblog/index.ts';
import { messageLogBehaviour } from '../resources/audits/messagelog/index.ts';
import { operateLogBehaviour } from '../resources/audits/operatelog/index.ts';
import { passwordChangeLogBehaviour } from '../resources/audits/passwordchangelog/index.ts';
import { userLoginLogBehaviour } from '../resources/audits/userloginlog/index.ts';
import { userSessionBehaviour } from '../resources/audits/usersession/index.ts';
import { accessKeyBehaviour } from '../resources/authentication/accesskey/index.ts';
import { tempTokenBehaviour } from '../resources/authentication/temptoken/index.ts';
import { labelBehaviour } from '../resources/labels/label/index.ts';
import { labeledresourceBehaviour } from '../resources/labels/labeledresource/index.ts';
import { siteMessageBehaviour } from '../resources/notifications/sitemessage/index.ts';
import { commandTemplateBehaviour } from '../resources/ops/adhoc/index.ts';
import { backgroundTaskBehaviour } from '../resources/ops/celerytask/index.ts';
import { taskExecutionBehaviour } from '../resources/ops/celerytaskexecution/index.ts';
import { jobsWithPlaybooks } from '../resources/ops/job/statements.ts';
import { playbookBehaviour } from '../resources/ops/playbook/index.ts';
import { organizationBehaviour } from '../resources/orgs/organization/index.ts';
import { accessReviewBehaviour } from '../resources/perms/accessreview/index.ts';
import { assetPermissionBehaviour } from '../resources/perms/assetpermission/index.ts';
import { roleBehaviour } from '../resources/rbac/role/index.ts';
import { roleBindingBehaviour } from '../resources/rbac/rolebinding/index.ts';
import { commandBehaviour } from '../resources/terminal/command/index.ts';
import { commandStorageBehaviour } from '../resources/terminal/commandstorage/index.ts';
import { endpointBehaviour } from '../resources/terminal/endpoint/index.ts';
import { hostkeyBehaviour } from '../resources/terminal/hostkey/index.ts';
import { replayStorageBehaviour } from '../resources/terminal/replaystorage/index.ts';
import { sessionBehaviour } from '../resources/terminal/session/index.ts';
import { statusBehaviour } from '../resources/terminal/status/index.ts';
import { taskBehaviour } from '../resources/terminal/task/index.ts';
import { terminalBehaviour } from '../resources/terminal/terminal/index.ts';
import { applyAssetTicketBehaviour } from '../resources/tickets/applyassetticket/index.ts';
import { applyCommandTicketBehaviour } from '../resources/tickets/applycommandticket/index.ts';
import { applyLoginAssetTicketBehaviour } from '../resources/tickets/applyloginassetticket/index.ts';
import { applyLoginTicketBehaviour } from '../resources/tickets/applyloginticket/index.ts';
import { commentBehaviour } from '../resources/tickets/comment/index.ts';
import { ticketBehaviour } from '../resources/tickets/ticket/index.ts';
import { ticketFlowBehaviour } from '../resources/tickets/ticketflow/index.ts';
import { savedFilterBehaviour } from '../resources/users/savedfilter/index.ts';
import { userBehaviour } from '../resources/users/user/index.ts';
import { userGroupBehaviour } from '../resources/users/usergroup/index.ts';

type Needs<Make extends (services: never) => unknown> = Parameters<Make>[0];

/** What behaviours need from the process. The engine is not part of it: each request's context carries it. */
export type BehaviourServices = { db: Database; licence: Licence } & Needs<typeof connectionTokenBehaviour> &
  Needs<typeof chatConversationBehaviour> &
  Needs<typeof backgroundTaskBehaviour> &
  Needs<typeof followStorage> &
  Needs<typeof scheduleBackups> &
  Needs<typeof examineNewAssets> &
  Needs<typeof jobCenterBehaviours> &
  Omit<Needs<typeof organizationBehaviour>, 'settleRoot' | 'forgetJobs'> &
  Omit<Needs<typeof userBehaviour>, 'notify' | 'welcome' | 'isMailOn' | 'forgetJobs' | 'stopRuns'>;

/** Behaviours by resource, each typed by the fields of its own definition. */
export type Behaviours = { readonly [K in keyof Definitions]?: Behaviour<Definitions[K]> };

const assetBehaviours = ({ db, licence, jobs }: BehaviourServices) => {
  const asset = assetBehaviour({
    db,
    tree: nodeStore,
    createAccounts: createInline,
    examine: examineNewAssets({ db, jobs }),
    limit: createAssetLimit(licence),
  });
  const ofVariant = { ...asset, count: undefined };
  const host = hostBehaviour(asset);
  return {
    'assets.asset': asset,
    'assets.cloud': ofVariant,
    'assets.custom': customBehaviour(asset),
    'assets.database': databaseBehaviour(asset),
    'assets.device': ofVariant,
    'assets.gateway': gatewayBehaviour(host),
    'assets.gpt': gptBehaviour(asset),
    'assets.host': host,
    'assets.web': webBehaviour(asset),
  } satisfies Behaviours;
};

const ruleBehaviours = (deps: RuleDeps) =>
  ({
    'acls.commandfilteracl': commandFilterBehaviour(deps),
    'acls.commandgroup': commandGroupBehaviour(),
    'acls.connectmethodacl': connectMethodRuleBehaviour(),
    'acls.loginacl': loginRuleBehaviour(deps),
    'acls.loginassetacl': connectionRuleBehaviour(deps),
  }) satisfies Behaviours;

const ticketBehaviours = () =>
  ({
    'tickets.applyassetticket': applyAssetTicketBehaviour(ticketBehaviour()),
    'tickets.applycommandticket': applyCommandTicketBehaviour(ticketBehaviour()),
    'tickets.applyloginassetticket': applyLoginAssetTicketBehaviour(ticketBehaviour()),
    'tickets.applyloginticket': applyLoginTicketBehaviour(ticketBehaviour()),
    'tickets.comment': commentBehaviour(),
    'tickets.ticket': ticketBehaviour(),
    'tickets.ticketflow': ticketFlowBehaviour(),
  }) satisfies Behaviours;

const opsBehaviours = (services: BehaviourServices) =>
  ({
    ...jobCenterBehaviours(services),
    'ops.adhoc': commandTemplateBehaviour(),
    'ops.celerytask': backgroundTaskBehaviour(services),
    'ops.celerytaskexecution': taskExecutionBehaviour(services),
    'ops.playbook': playbookBehaviour({ jobsWith: jobsWithPlaybooks }),
  }) satisfies Behaviours;

const accountBehaviours = (services: BehaviourServices) =>
  ({
    'accounts.account': accountBehaviour({ noteActivity: addActivities, pushWritten: pushWritten(services) }),
    'accounts.accountbackupautomation': backupPlanBehaviour(scheduleBackups(services)),
    'accounts.accountbackupexecution': backupExecutionBehaviour(),
    'accounts.accountcheckout': accountCheckoutBehaviour(),
    'accounts.accounttemplate': accountTemplateBehaviour(),
    'accounts.changesecretautomation': changeSecretPlanBehaviour(scheduleChanges(services)),
    'accounts.changesecretexecution': changeSecretExecutionBehaviour(),
    'accounts.changesecretrecord': changeSecretRecordBehaviour(),
    'accounts.gatheraccountsautomation': gatherPlanBehaviour(scheduleSearches(services)),
    'accounts.gatheraccountsexecution': gatherExecutionBehaviour(),
    'accounts.gatheredaccount': gatheredAccountBehaviour(),
    'accounts.integrationapplication': integrationApplicationBehaviour(),
    'accounts.integrationlog': integrationLogBehaviour(),
    'accounts.virtualaccount': virtualAccountBehaviour(),
  }) satisfies Behaviours;

/** Behaviours by resource key; an unlisted resource does exactly what its definition says. */
export const behavioursOf = (services: BehaviourServices) =>
  ({
    ...accountBehaviours(services),
    ...ruleBehaviours({ isLicensed: services.licence.isValid }),
    ...assetBehaviours(services),
    'assets.domain': domainBehaviour(),
    'assets.favoriteasset': favoriteassetBehaviour(),
    'assets.node': nodeBehaviour(),
    'assets.platform': platformBehaviour({ isEnterprise: services.licence.isValid }),
    'assets.playbookmethod': playbookMethodBehaviour(),
    'audits.ftplog': ftpLogBehaviour(),
    'audits.joblog': jobLogBehaviour(),
    'audits.messagelog': messageLogBehaviour({ subjectOf }),
    'audits.operatelog': operateLogBehaviour(),
    'audits.passwordchangelog': passwordChangeLogBehaviour(),
    'audits.userloginlog': userLoginLogBehaviour(),
    'audits.usersession': userSessionBehaviour(),
    'authentication.accesskey': accessKeyBehaviour(),
    'authentication.temptoken': tempTokenBehaviour(),
    'authentication.connectiontoken': connectionTokenBehaviour(services),
    'authentication.superconnectiontoken': superConnectionTokenBehaviour(services),
    'labels.label': labelBehaviour(),
    'labels.labeledresource': labeledresourceBehaviour(),
    'notifications.sitemessage': siteMessageBehaviour(),
    ...opsBehaviours(services),
    'perms.accessreview': accessReviewBehaviour(),
    'perms.assetpermission': assetPermissionBehaviour({ createFromTemplates }),
    'orgs.organization': organizationBehaviour({
      ...services,
      settleRoot,
      forgetJobs: (org, ctx) => forgetJobs({ orgs: [org] }, services, ctx.db),
    }),
    'rbac.role': roleBehaviour(),
    'rbac.rolebinding': roleBindingBehaviour(),
    'rbac.orgrolebinding': roleBindingBehaviour('org'),
    'rbac.systemrolebinding': roleBindingBehaviour('system'),
    'settings.chatconversation': chatConversationBehaviour(services),
    'users.savedfilter': savedFilterBehaviour({ goneValues }),
    'users.user': userBehaviour({
      ...services,
      notify,
      forgetJobs: (users, ctx) => forgetJobs({ users }, services, ctx.db),
      stopRuns: (users, ctx) => stopRunsOf({ users }, services, ctx.db),
      isMailOn: () => isMailOn(services.settings),
      welcome: (people, password, ctx) =>
        notifyByMail(people, { key: 'user_created', params: { password } }, ctx.db, { org: orgOf(ctx) }),
    }),
    'users.usergroup': userGroupBehaviour(),
    'terminal.command': commandBehaviour({
      ...createCommandNews(services.ruleBook),
      storageOf: commandStorageOf,
      elsewhere: commandsElsewhere,
    }),
    'terminal.commandstorage': commandStorageBehaviour({ prove: proveSearch }),
    'terminal.endpoint': endpointBehaviour(),
    'terminal.hostkey': hostkeyBehaviour(),
    'terminal.replaystorage': replayStorageBehaviour({
      isLicensed: services.licence.isValid,
      holding: storagesWithRecordings,
    }),
    'terminal.session': sessionBehaviour({ takeRedemption }),
    'terminal.status': statusBehaviour(),
    'terminal.task': taskBehaviour(),
    'terminal.terminal': terminalBehaviour({ follow: followStorage(services) }),
    ...ticketBehaviours(),
  }) satisfies Behaviours;

import type { ResourcePages } from '../../engine/pages/ResourcePages.ts';

const form = () => import('../../areas/assets/AssetFormPage.tsx').then((m) => m.AssetFormPage);
const assetForm = { create: form, update: form };
const gatewayForm = () => import('../../areas/assets/GatewayFormPage.tsx').then((m) => m.GatewayFormPage);
const permissionForm = () =>
  import('../../areas/permissions/PermissionFormPage.tsx').then((m) => m.PermissionFormPage);
const reviewPages = () => import('../../areas/permissions/AccessReviewPages.tsx');

const backupPlans = () => import('../../areas/backups/BackupPlanPages.tsx');
const backupRuns = () => import('../../areas/backups/BackupRunPages.tsx');
const backupPlanForm = () =>
  import('../../areas/backups/BackupPlanFormPage.tsx').then((m) => m.BackupPlanFormPage);

const changePlans = () => import('../../areas/changeSecret/ChangePlanPages.tsx');
const changeRuns = () => import('../../areas/changeSecret/ChangeRunPages.tsx');
const changePlanForm = () =>
  import('../../areas/changeSecret/ChangePlanFormPage.tsx').then((m) => m.ChangePlanFormPage);

const gatherPlans = () => import('../../areas/gather/GatherPlanPages.tsx');
const gatherRuns = () => import('../../areas/gather/GatherRunPages.tsx');
const gatherPlanForm = () =>
  import('../../areas/gather/GatherPlanFormPage.tsx').then((m) => m.GatherPlanFormPage);

const applications = () => import('../../areas/integration/ApplicationPages.tsx');
const applicationForm = () =>
  import('../../areas/integration/ApplicationFormPage.tsx').then((m) => m.ApplicationFormPage);

const pushPlans = () => import('../../areas/push/PushPlanPages.tsx');
const pushRuns = () => import('../../areas/push/PushRunPages.tsx');
const pushPlanForm = () => import('../../areas/push/PushPlanFormPage.tsx').then((m) => m.PushPlanFormPage);

const components = () => import('../../areas/settings/terminal/TerminalPages.tsx');
const endpointForm = () => components().then((m) => m.EndpointFormPage);
const endpointRuleForm = () => components().then((m) => m.EndpointRuleFormPage);

const commandLists = () => import('../../areas/rules/CommandListPages.tsx');
const commandFilters = () => import('../../areas/rules/CommandFilterPages.tsx');
const commandFilterForm = () => commandFilters().then((m) => m.CommandFilterFormPage);
const commandGroups = () => import('../../areas/rules/CommandGroupPages.tsx');
const commandGroupForm = () => commandGroups().then((m) => m.CommandGroupFormPage);

const commandTemplates = () => import('../../areas/ops/CommandTemplatePages.tsx');
const commandTemplateForm = () => commandTemplates().then((m) => m.CommandTemplateFormPage);

const approvalPages = () => import('../../areas/jobCenter/approvals/ApprovalPages.tsx');
const jobPages = () => import('../../areas/jobCenter/jobs/JobPages.tsx');
const jobForm = () => import('../../areas/jobCenter/jobs/JobFormPage.tsx').then((m) => m.JobFormPage);

const playbooks = () => import('../../areas/ops/PlaybookPages.tsx');
const playbookForm = () => playbooks().then((m) => m.PlaybookFormPage);

const entryRules = () => import('../../areas/rules/EntryRulePages.tsx');
const loginRuleForm = () => entryRules().then((m) => m.LoginRuleFormPage);
const assetRuleForm = () => entryRules().then((m) => m.AssetRuleFormPage);
const methodRules = () => import('../../areas/rules/MethodRulePages.tsx');
const methodRuleForm = () => methodRules().then((m) => m.MethodRuleFormPage);

/** Pages that areas draw for resources, in place of the generic ones. */
export const pages: ResourcePages = {
  'accounts.account': {
    list: () => import('../../areas/accounts/AccountListPage.tsx').then((m) => m.AccountListPage),
    retrieve: () => import('../../areas/changeSecret/AccountChanges.tsx').then((m) => m.AccountPage),
  },
  'accounts.accountbackupautomation': {
    list: () => backupPlans().then((m) => m.BackupPlanListPage),
    create: backupPlanForm,
    update: backupPlanForm,
    retrieve: () => backupPlans().then((m) => m.BackupPlanDetailPage),
  },
  'accounts.accountbackupexecution': {
    list: () => backupRuns().then((m) => m.BackupRunListPage),
    retrieve: () => backupRuns().then((m) => m.BackupRunDetailPage),
  },
  'accounts.accountcheckout': {
    list: () => import('../../areas/checkouts/CheckoutPages.tsx').then((m) => m.CheckoutListPage),
  },
  'accounts.changesecretautomation': {
    list: () => changePlans().then((m) => m.ChangePlanListPage),
    create: changePlanForm,
    update: changePlanForm,
    retrieve: () => changePlans().then((m) => m.ChangePlanDetailPage),
  },
  'accounts.changesecretexecution': {
    list: () => changeRuns().then((m) => m.ChangeRunListPage),
    retrieve: () => changeRuns().then((m) => m.ChangeRunDetailPage),
  },
  'accounts.gatheraccountsautomation': {
    list: () => gatherPlans().then((m) => m.GatherPlanListPage),
    create: gatherPlanForm,
    update: gatherPlanForm,
    retrieve: () => gatherPlans().then((m) => m.GatherPlanDetailPage),
  },
  'accounts.gatheraccountsexecution': {
    list: () => gatherRuns().then((m) => m.GatherRunListPage),
    retrieve: () => gatherRuns().then((m) => m.GatherRunDetailPage),
  },
  'accounts.gatheredaccount': {
    list: () =>
      import('../../areas/gather/GatheredAccountListPage.tsx').then((m) => m.GatheredAccountListPage),
  },
  'accounts.integrationapplication': {
    list: () => applications().then((m) => m.ApplicationListPage),
    create: applicationForm,
    update: applicationForm,
    retrieve: () => applications().then((m) => m.ApplicationDetailPage),
  },
  'accounts.pushaccountautomation': {
    list: () => pushPlans().then((m) => m.PushPlanListPage),
    create: pushPlanForm,
    update: pushPlanForm,
    retrieve: () => pushPlans().then((m) => m.PushPlanDetailPage),
  },
  'accounts.pushaccountexecution': {
    list: () => pushRuns().then((m) => m.PushRunListPage),
    retrieve: () => pushRuns().then((m) => m.PushRunDetailPage),
  },
  'acls.commandfilteracl': {
    list: () => commandLists().then((m) => m.CommandFilterListPage),
    create: commandFilterForm,
    update: commandFilterForm,
    retrieve: () => commandFilters().then((m) => m.CommandFilterDetailPage),
  },
  'acls.commandgroup': {
    list: () => commandLists().then((m) => m.CommandGroupListPage),
    create: commandGroupForm,
    update: commandGroupForm,
    retrieve: () => commandGroups().then((m) => m.CommandGroupDetailPage),
  },
  'acls.connectmethodacl': {
    list: () => methodRules().then((m) => m.MethodRuleListPage),
    create: methodRuleForm,
    update: methodRuleForm,
    retrieve: () => methodRules().then((m) => m.MethodRuleDetailPage),
  },
  'acls.loginacl': {
    list: () => entryRules().then((m) => m.LoginRuleListPage),
    create: loginRuleForm,
    update: loginRuleForm,
    retrieve: () => entryRules().then((m) => m.LoginRuleDetailPage),
  },
  'acls.loginassetacl': {
    list: () => entryRules().then((m) => m.AssetRuleListPage),
    create: assetRuleForm,
    update: assetRuleForm,
    retrieve: () => entryRules().then((m) => m.AssetRuleDetailPage),
  },
  'assets.asset': {
    retrieve: () => import('../../areas/assets/AssetDetailPage.tsx').then((m) => m.AssetDetailPage),
  },
  'assets.host': assetForm,
  'assets.device': assetForm,
  'assets.database': assetForm,
  'assets.cloud': assetForm,
  'assets.web': assetForm,
  'assets.gpt': assetForm,
  'assets.custom': assetForm,
  'assets.gateway': { create: gatewayForm, update: gatewayForm },
  'audits.usersession': {
    list: () => import('../../areas/audit/OnlineSessions.tsx').then((m) => m.OnlineSessions),
  },
  'authentication.accesskey': {
    list: () => import('../../areas/profile/keys/ApiKeys.tsx').then((m) => m.ApiKeys),
  },
  'authentication.connectiontoken': {
    list: () => import('../../areas/profile/keys/ConnectionTokens.tsx').then((m) => m.ConnectionTokens),
  },
  'authentication.temptoken': {
    list: () => import('../../areas/profile/keys/TempPasswords.tsx').then((m) => m.TempPasswords),
  },
  'ops.adhoc': {
    create: commandTemplateForm,
    update: commandTemplateForm,
    retrieve: () => commandTemplates().then((m) => m.CommandTemplateDetailPage),
  },
  'ops.job': {
    list: () => jobPages().then((m) => m.JobListPage),
    create: jobForm,
    update: jobForm,
    retrieve: () => jobPages().then((m) => m.JobDetailPage),
  },
  'ops.jobapproval': {
    list: () => approvalPages().then((m) => m.ApprovalListPage),
    retrieve: () => approvalPages().then((m) => m.ApprovalDetailPage),
  },
  'ops.jobexecution': {
    list: () =>
      import('../../areas/jobCenter/executions/ExecutionListPage.tsx').then((m) => m.ExecutionListPage),
    retrieve: () => import('../../areas/jobCenter/run/RunPage.tsx').then((m) => m.RunPage),
  },
  'ops.playbook': {
    create: playbookForm,
    update: playbookForm,
    retrieve: () => playbooks().then((m) => m.PlaybookDetailPage),
  },
  'perms.accessreview': {
    list: () => reviewPages().then((m) => m.AccessReviewListPage),
    retrieve: () => reviewPages().then((m) => m.AccessReviewDetailPage),
  },
  'perms.assetpermission': {
    list: () => import('../../areas/permissions/PermissionListPage.tsx').then((m) => m.PermissionListPage),
    create: permissionForm,
    update: permissionForm,
    retrieve: () =>
      import('../../areas/permissions/PermissionDetailPage.tsx').then((m) => m.PermissionDetailPage),
  },
  'terminal.terminal': {
    update: () => components().then((m) => m.TerminalFormPage),
    retrieve: () => components().then((m) => m.TerminalDetailPage),
  },
  'terminal.endpoint': { create: endpointForm, update: endpointForm },
  'terminal.endpointrule': { create: endpointRuleForm, update: endpointRuleForm },
  'users.usergroup': {
    retrieve: () => import('../../areas/users/GroupDetailPage.tsx').then((m) => m.GroupDetailPage),
  },
  'users.user': {
    retrieve: () => import('../../areas/users/UserDetailPage.tsx').then((m) => m.UserDetailPage),
  },
};

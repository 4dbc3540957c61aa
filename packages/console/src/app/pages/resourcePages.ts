import { detailWith, formWith, listWith } from '../../engine/pages/listWith.tsx';
import type { ResourcePages } from '../../engine/pages/ResourcePages.ts';

const platformForm = () =>
  import('../../resources/assets/platform/PlatformFormPage.tsx').then((m) => m.PlatformFormPage);
const userForm = () => import('../../resources/users/user/UserFormPage.tsx').then((m) => m.UserFormPage);
const roleForm = () => import('../../resources/rbac/role/RoleFormPage.tsx').then((m) => m.RoleFormPage);
const templateForm = () =>
  import('../../resources/accounts/accounttemplate/TemplateFormPage.tsx').then((m) => m.TemplateFormPage);
const organizations = () => import('../../resources/orgs/organization/OrganizationPages.tsx');
const organizationForm = formWith({ hasAddAnother: false });
const playbookMethods = () => import('../../resources/assets/playbookmethod/PlaybookMethodPages.tsx');
const playbookMethodForm = () => playbookMethods().then((m) => m.PlaybookMethodFormPage);
const domains = () => import('../../areas/domains/DomainPages.tsx');
const flows = () => import('../../resources/tickets/ticketflow/FlowPages.tsx');
const flowForm = () => flows().then((m) => m.FlowFormPage);
const loginLogs = () => import('../../resources/audits/userloginlog/loginLogSlots.ts');
const operateLogs = () => import('../../resources/audits/operatelog/OperateLogPages.tsx');
const storages = () => import('../../areas/storages/StorageFormPage.tsx');
const replayStorageForm = () => storages().then((m) => m.ReplayStorageFormPage);
const commandStorageForm = () => storages().then((m) => m.CommandStorageFormPage);
const tasks = () => import('../../areas/tasks/TaskPages.tsx');

/** Further pages that resources have in place of the generic ones. */
export const pages: ResourcePages = {
  'assets.asset': { list: () => import('../../areas/assets/AssetListPage.tsx').then((m) => m.AssetListPage) },
  'ops.celerytask': {
    list: () => tasks().then((m) => m.TaskListPage),
    retrieve: () => tasks().then((m) => m.TaskDetailPage),
  },
  'assets.domain': {
    list: () => domains().then((m) => m.DomainListPage),
    retrieve: () => domains().then((m) => m.DomainDetailPage),
  },
  'assets.platform': {
    list: () =>
      import('../../resources/assets/platform/PlatformListPage.tsx').then((m) => m.PlatformListPage),
    create: platformForm,
    update: platformForm,
    retrieve: () =>
      import('../../resources/assets/platform/PlatformDetailPage.tsx').then((m) => m.PlatformDetailPage),
  },
  'assets.playbookmethod': {
    list: listWith(() =>
      import('../../resources/assets/playbookmethod/playbookMethodSlots.ts').then(
        (m) => m.playbookMethodSlots,
      ),
    ),
    create: playbookMethodForm,
    update: playbookMethodForm,
    retrieve: () => playbookMethods().then((m) => m.PlaybookMethodDetailPage),
  },
  'accounts.virtualaccount': {
    update: () =>
      import('../../resources/accounts/virtualaccount/VirtualAccountFormPage.tsx').then(
        (m) => m.VirtualAccountFormPage,
      ),
    retrieve: detailWith(() =>
      import('../../resources/accounts/virtualaccount/virtualAccountDetail.ts').then(
        (m) => m.virtualAccountDetail,
      ),
    ),
  },
  'accounts.accounttemplate': { create: templateForm, update: templateForm },
  'users.user': {
    list: () => import('../../resources/users/user/UserListPage.tsx').then((m) => m.UserListPage),
    create: userForm,
    update: userForm,
  },
  'users.usergroup': {
    list: listWith(() => import('../../resources/users/usergroup/groupList.tsx').then((m) => m.groupList)),
  },
  'rbac.role': {
    list: () => import('../../resources/rbac/role/RoleListPage.tsx').then((m) => m.RoleListPage),
    create: roleForm,
    update: roleForm,
    retrieve: () => import('../../resources/rbac/role/RoleDetailPage.tsx').then((m) => m.RoleDetailPage),
  },
  'labels.label': {
    list: () => import('../../resources/labels/label/LabelListPage.tsx').then((m) => m.LabelListPage),
  },
  'terminal.session': {
    list: () => import('../../resources/terminal/session/SessionListPage.tsx').then((m) => m.SessionListPage),
    retrieve: () => import('../../areas/sessions/SessionDetailPage.tsx').then((m) => m.SessionDetailPage),
  },
  'terminal.command': {
    list: () => import('../../areas/sessions/CommandListPage.tsx').then((m) => m.CommandListPage),
  },
  'terminal.replaystorage': { create: replayStorageForm, update: replayStorageForm },
  'terminal.commandstorage': { create: commandStorageForm, update: commandStorageForm },
  'audits.userloginlog': {
    list: listWith(() => loginLogs().then(({ list }) => list)),
    retrieve: detailWith(() => loginLogs().then(({ detail }) => detail)),
  },
  'audits.operatelog': {
    list: () => operateLogs().then((m) => m.OperateLogListPage),
    retrieve: () => operateLogs().then((m) => m.OperateLogDetailPage),
  },
  'audits.ftplog': {
    list: listWith(() => import('../../resources/audits/ftplog/ftpLogList.ts').then((m) => m.ftpLogList)),
  },
  'audits.joblog': {
    list: () => import('../../areas/audit/JobLogPage.tsx').then((m) => m.JobLogPage),
  },
  'audits.messagelog': {
    list: listWith(() => import('../../resources/audits/messageLogSlots.tsx').then((m) => m.messageLogList)),
  },
  'audits.passwordchangelog': {
    list: listWith(() =>
      import('../../resources/audits/passwordchangelog/passwordChangeList.ts').then(
        (m) => m.passwordChangeList,
      ),
    ),
  },
  'tickets.ticketflow': {
    list: () => flows().then((m) => m.FlowListPage),
    retrieve: () => flows().then((m) => m.FlowDetailPage),
    create: flowForm,
    update: flowForm,
  },
  'orgs.organization': {
    list: () => organizations().then((m) => m.OrganizationListPage),
    create: organizationForm,
    update: organizationForm,
    retrieve: () => organizations().then((m) => m.OrganizationDetailPage),
  },
};

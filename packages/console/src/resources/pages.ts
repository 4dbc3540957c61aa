import type { PageLoaders } from '../platform/route/RouteMeta.ts';

const platformForm = () => import('./assets/platform/PlatformFormPage.tsx').then((m) => m.PlatformFormPage);
const userForm = () => import('./users/user/UserFormPage.tsx').then((m) => m.UserFormPage);
const roleForm = () => import('./rbac/role/RoleFormPage.tsx').then((m) => m.RoleFormPage);
const templateForm = () =>
  import('./accounts/accounttemplate/TemplateFormPage.tsx').then((m) => m.TemplateFormPage);
const organizations = () => import('./orgs/organization/OrganizationPages.tsx');
const domains = () => import('./assets/DomainPages.tsx');
const flows = () => import('./tickets/FlowPages.tsx');
const loginLogs = () => import('./audits/userloginlog/LoginLogPages.tsx');
const operateLogs = () => import('./audits/operatelog/OperateLogPages.tsx');

/** Route name -> component; a route named here shows it instead of the generic page. */
export const pages: PageLoaders = {
  AssetList: () => import('./assets/AssetListPage.tsx').then((m) => m.AssetListPage),
  AssetMoreInformationEdit: () =>
    import('./assets/asset/MoreInformationPage.tsx').then((m) => m.MoreInformationPage),
  DomainList: () => domains().then((m) => m.DomainListPage),
  DomainDetail: () => domains().then((m) => m.DomainDetailPage),
  PlatformList: () => import('./assets/platform/PlatformListPage.tsx').then((m) => m.PlatformListPage),
  PlatformCreate: platformForm,
  PlatformUpdate: platformForm,
  PlatformDetail: () => import('./assets/platform/PlatformDetailPage.tsx').then((m) => m.PlatformDetailPage),
  AssetAccountDetail: () => import('./accounts/AccountDetailPage.tsx').then((m) => m.AccountDetailPage),
  VirtualAccountUpdate: () =>
    import('./accounts/virtualaccount/VirtualAccountFormPage.tsx').then((m) => m.VirtualAccountFormPage),
  AccountTemplateCreate: templateForm,
  AccountTemplateUpdate: templateForm,
  MyAssets: () => import('./perms/MyAssetsPage.tsx').then((m) => m.MyAssetsPage),
  UserList: () => import('./users/user/UserListPage.tsx').then((m) => m.UserListPage),
  UserCreate: userForm,
  UserUpdate: userForm,
  UserGroupList: () => import('./users/usergroup/GroupListPage.tsx').then((m) => m.GroupListPage),
  UserGroupDetail: () => import('./users/usergroup/GroupDetailPage.tsx').then((m) => m.GroupDetailPage),
  RoleList: () => import('./rbac/role/RoleListPage.tsx').then((m) => m.RoleListPage),
  RoleCreate: roleForm,
  RoleUpdate: roleForm,
  RoleDetail: () => import('./rbac/role/RoleDetailPage.tsx').then((m) => m.RoleDetailPage),
  LabelList: () => import('./labels/label/LabelListPage.tsx').then((m) => m.LabelListPage),
  SessionList: () => import('./terminal/SessionListPage.tsx').then((m) => m.SessionListPage),
  SessionDetail: () => import('./terminal/SessionDetailPage.tsx').then((m) => m.SessionDetailPage),
  CommandList: () => import('./terminal/CommandListPage.tsx').then((m) => m.CommandListPage),
  LoginLogList: () => loginLogs().then((m) => m.LoginLogListPage),
  LoginLogDetail: () => loginLogs().then((m) => m.LoginLogDetailPage),
  OperateLogList: () => operateLogs().then((m) => m.OperateLogListPage),
  OperateLogDetail: () => operateLogs().then((m) => m.OperateLogDetailPage),
  PasswordChangeLog: () =>
    import('./audits/passwordchangelog/PasswordChangeLogPage.tsx').then((m) => m.PasswordChangeLogPage),
  TicketFlow: () => flows().then((m) => m.FlowListPage),
  FlowDetail: () => flows().then((m) => m.FlowDetailPage),
  TicketFlowCreate: () => flows().then((m) => m.FlowFormPage),
  TicketFlowUpdate: () => flows().then((m) => m.FlowFormPage),
  OrganizationList: () => organizations().then((m) => m.OrganizationListPage),
  OrganizationCreate: () => organizations().then((m) => m.OrganizationFormPage),
  OrganizationUpdate: () => organizations().then((m) => m.OrganizationFormPage),
  OrganizationDetail: () => organizations().then((m) => m.OrganizationDetailPage),
};

import type { PageLoaders } from '../platform/route/RouteMeta.ts';

const tickets = () => import('./tickets/TicketPages.tsx');
const assetForm = () => import('./assets/AssetFormPage.tsx').then((m) => m.AssetFormPage);
const gatewayForm = () => import('./assets/GatewayFormPage.tsx').then((m) => m.GatewayFormPage);
const permissionForm = () => import('./permissions/PermissionFormPage.tsx').then((m) => m.PermissionFormPage);
const ticketLists = () => import('./tickets/list/TicketListPages.tsx');

/** Pages that are no single resource's: dashboards, the user's own, and those that join several resources. */
export const pages: PageLoaders = {
  AssetDetail: () => import('./assets/AssetDetailPage.tsx').then((m) => m.AssetDetailPage),
  HostCreate: assetForm,
  HostUpdate: assetForm,
  DeviceCreate: assetForm,
  DeviceUpdate: assetForm,
  DatabaseCreate: assetForm,
  DatabaseUpdate: assetForm,
  CloudCreate: assetForm,
  CloudUpdate: assetForm,
  WebCreate: assetForm,
  WebUpdate: assetForm,
  GptCreate: assetForm,
  GptUpdate: assetForm,
  CustomCreate: assetForm,
  CustomUpdate: assetForm,
  GatewayCreate: gatewayForm,
  GatewayUpdate: gatewayForm,
  AssetAccountList: () => import('./accounts/AccountListPage.tsx').then((m) => m.AccountListPage),
  AssetPermissionList: () => import('./permissions/PermissionListPage.tsx').then((m) => m.PermissionListPage),
  AssetPermissionCreate: permissionForm,
  AssetPermissionUpdate: permissionForm,
  AssetPermissionDetail: () =>
    import('./permissions/PermissionDetailPage.tsx').then((m) => m.PermissionDetailPage),
  UserDetail: () => import('./users/UserDetailPage.tsx').then((m) => m.UserDetailPage),
  MyTicketList: () => ticketLists().then((m) => m.MyTicketsPage),
  AssignedTicketList: () => ticketLists().then((m) => m.AssignedTicketsPage),
  RequestAssetPermTicketCreateUpdate: () =>
    import('./tickets/request/RequestFormPage.tsx').then((m) => m.RequestFormPage),
  AdminDashboard: () => import('./dashboard/AdminDashboard.tsx').then((m) => m.AdminDashboard),
  License: () => import('./licence/LicencePage.tsx').then((m) => m.LicencePage),
  Feature: () => import('./settings/FeaturePage.tsx').then((m) => m.FeaturePage),
  ChatAi: () => import('./chat/ChatPage.tsx').then((m) => m.ChatPage),
  AuditDashboard: () => import('./dashboard/AuditDashboard.tsx').then((m) => m.AuditDashboard),
  AssetsTicketDetail: () => tickets().then((m) => m.AssetTicketPage),
  TicketDetail: () => tickets().then((m) => m.TicketPage),
  MyHome: () => import('./home/WorkbenchHome.tsx').then((m) => m.WorkbenchHome),
  OnlineSession: () => import('./audit/OnlineSessions.tsx').then((m) => m.OnlineSessions),
  ProfileInfo: () => import('./profile/ProfileInfo.tsx').then((m) => m.ProfileInfo),
  ProfileSetting: () => import('./profile/ProfileSetting.tsx').then((m) => m.ProfileSetting),
  UserSetting: () => import('./profile/UserSetting.tsx').then((m) => m.UserSetting),
  ProfileImprovement: () => import('./profile/ProfileImprovement.tsx').then((m) => m.ProfileImprovement),
  ApiKey: () => import('./profile/ApiKeys.tsx').then((m) => m.ApiKeys),
  TempPassword: () => import('./profile/TempPasswords.tsx').then((m) => m.TempPasswords),
  ConnectionToken: () => import('./profile/ConnectionTokens.tsx').then((m) => m.ConnectionTokens),
};

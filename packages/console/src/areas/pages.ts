import type { PageLoaders } from '../platform/route/RouteMeta.ts';

const tickets = () => import('./tickets/TicketPages.tsx');

/** Hand-written pages: dashboards and the person's own. */
export const pages: PageLoaders = {
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

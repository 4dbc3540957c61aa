import type { PageLoader } from '../platform/route/RouteMeta.ts';
import type { ownRoutes } from './ownRoutes.ts';

const tickets = () => import('./tickets/TicketPages.tsx');
const ticketLists = () => import('./tickets/list/TicketListPages.tsx');

/** The pages of these routes; the web terminal is a program of its own. */
export const ownPages: Record<Exclude<keyof typeof ownRoutes, 'WebTerminal'>, PageLoader> = {
  AdminDashboard: () => import('./dashboard/AdminDashboard.tsx').then((m) => m.AdminDashboard),
  AssetMoreInformationEdit: () =>
    import('../resources/assets/asset/MoreInformationPage.tsx').then((m) => m.MoreInformationPage),
  AuditDashboard: () => import('./dashboard/AuditDashboard.tsx').then((m) => m.AuditDashboard),
  MyHome: () => import('./home/WorkbenchHome.tsx').then((m) => m.WorkbenchHome),
  MyAssets: () => import('../resources/perms/MyAssetsPage.tsx').then((m) => m.MyAssetsPage),
  MyTicketList: () => ticketLists().then((m) => m.MyTicketsPage),
  AssignedTicketList: () => ticketLists().then((m) => m.AssignedTicketsPage),
  RequestAssetPermTicketCreateUpdate: () =>
    import('./tickets/request/RequestFormPage.tsx').then((m) => m.RequestFormPage),
  AssetsTicketDetail: () => tickets().then((m) => m.AssetTicketPage),
  TicketDetail: () => tickets().then((m) => m.TicketPage),
  Feature: () => import('./settings/FeaturePage.tsx').then((m) => m.FeaturePage),
  License: () => import('./licence/LicencePage.tsx').then((m) => m.LicencePage),
  ProfileInfo: () => import('./profile/ProfileInfo.tsx').then((m) => m.ProfileInfo),
  ProfileSetting: () => import('./profile/ProfileSetting.tsx').then((m) => m.ProfileSetting),
  UserSetting: () => import('./profile/UserSetting.tsx').then((m) => m.UserSetting),
  ProfileImprovement: () => import('./profile/ProfileImprovement.tsx').then((m) => m.ProfileImprovement),
  ChatAi: () => import('./chat/ChatPage.tsx').then((m) => m.ChatPage),
};

import type { PageLoader } from '../../platform/route/RouteMeta.ts';
import type { ownRoutes } from '../routes/ownRoutes.ts';

const tickets = () => import('../../areas/tickets/TicketPages.tsx');
const confirmations = () => import('../../areas/tickets/confirmation/ConfirmationPages.tsx');
const settings = () => import('../../areas/settings/pages.tsx');
const ticketLists = () => import('../../areas/tickets/list/TicketListPages.tsx');
const taskLog = () =>
  import('../../resources/ops/celerytaskexecution/TaskLogPage.tsx').then((m) => m.TaskLogPage);

/** The page of each route in `ownRoutes`, except the web terminal, which is a separate entry. */
export const ownPages: Record<Exclude<keyof typeof ownRoutes, 'WebTerminal'>, PageLoader> = {
  AdminDashboard: () => import('../../areas/dashboard/AdminDashboard.tsx').then((m) => m.AdminDashboard),
  AssetMoreInformationEdit: () =>
    import('../../resources/assets/asset/MoreInformationPage.tsx').then((m) => m.MoreInformationPage),
  ExplainAccess: () => import('../../areas/explain/ExplainPage.tsx').then((m) => m.ExplainPage),
  AuditDashboard: () => import('../../areas/dashboard/AuditDashboard.tsx').then((m) => m.AuditDashboard),
  MyHome: () => import('../../areas/home/WorkbenchHome.tsx').then((m) => m.WorkbenchHome),
  MyAssets: () => import('../../areas/grantedAssets/MyAssetsPage.tsx').then((m) => m.MyAssetsPage),
  QuickJob: () => import('../../areas/jobCenter/quick/QuickJobPage.tsx').then((m) => m.QuickJobPage),
  Template: () => import('../../areas/ops/TemplatesPage.tsx').then((m) => m.TemplatesPage),
  BulkTransfer: () => import('../../areas/jobCenter/transfer/TransferPage.tsx').then((m) => m.TransferPage),
  SystemTools: () => import('../../areas/tools/ToolsPage.tsx').then((m) => m.ToolsPage),
  MyTicketList: () => ticketLists().then((m) => m.MyTicketsPage),
  AssignedTicketList: () => ticketLists().then((m) => m.AssignedTicketsPage),
  RequestAssetPermTicketCreateUpdate: () =>
    import('../../areas/tickets/request/RequestFormPage.tsx').then((m) => m.RequestFormPage),
  AssetsTicketDetail: () => tickets().then((m) => m.AssetTicketPage),
  LoginAssetTicketDetail: () => confirmations().then((m) => m.LoginAssetTicketPage),
  LoginTicketDetail: () => confirmations().then((m) => m.LoginTicketPage),
  CommandConfirmDetail: () => confirmations().then((m) => m.CommandTicketPage),
  TicketDetail: () => tickets().then((m) => m.TicketPage),
  // The address of the area leads to its first page.
  SystemSetting: () => settings().then((m) => m.BasicPage),
  Basic: () => settings().then((m) => m.BasicPage),
  Msg: () => settings().then((m) => m.MsgPage),
  Feature: () => settings().then((m) => m.FeaturePage),
  Auth: () => settings().then((m) => m.AuthPage),
  Storage: () => import('../../areas/storages/StoragePage.tsx').then((m) => m.StoragePage),
  TerminalSetting: () =>
    import('../../areas/settings/terminal/TerminalPages.tsx').then((m) => m.TerminalSettingPage),
  Security: () => settings().then((m) => m.SecurityPage),
  Interface: () => import('../../areas/settings/look/InterfacePage.tsx').then((m) => m.InterfacePage),
  Tools: () => import('../../areas/tools/ToolsPage.tsx').then((m) => m.ToolsPage),
  Clean: () => import('../../areas/tasks/TaskPages.tsx').then((m) => m.CleanPage),
  License: () => import('../../areas/licence/LicencePage.tsx').then((m) => m.LicencePage),
  ProfileInfo: () => import('../../areas/profile/ProfileInfo.tsx').then((m) => m.ProfileInfo),
  ProfileSetting: () => import('../../areas/profile/ProfileSetting.tsx').then((m) => m.ProfileSetting),
  UserSetting: () => import('../../areas/profile/UserSetting.tsx').then((m) => m.UserSetting),
  ProfileImprovement: () =>
    import('../../areas/profile/ProfileImprovement.tsx').then((m) => m.ProfileImprovement),
  TaskMonitor: () => import('../../areas/tasks/MonitorPage.tsx').then((m) => m.MonitorPage),
  CeleryTaskLog: taskLog,
  AnsibleTaskLog: taskLog,
  TaskLog: taskLog,
  ChatAi: () => import('../../areas/chat/ChatPage.tsx').then((m) => m.ChatPage),
};

import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { routesOf } from './defineRoutes.ts';

const { page, resource } = routesOf('audit');
const log = (name: string, model: string) => ({
  url: `/api/v1/audits/${name}/`,
  resourceKey: `audits.${model}`,
});

/** Audit: what happened. */
export const auditRoutes: RouteMeta[] = [
  page('AuditDashboard', 'dashboard', 'rbac.view_audit', { affix: true }),
  page(
    'OnlineSession',
    'online-user-session',
    'audits.view_usersession',
    log('user-sessions', 'usersession'),
  ),
  ...resource({
    base: 'Session',
    below: 'sessions/sessions',
    letters: 'LD',
    permission: 'terminal.session',
    url: '/api/v1/terminal/sessions/',
  }),
  page('CommandList', 'sessions/command', 'terminal.view_command', {
    url: '/api/v1/terminal/commands/',
    resourceKey: 'terminal.command',
  }),
  page('FtpLog', 'sessions/ftp', 'audits.view_ftplog', log('ftp-logs', 'ftplog')),
  ...resource({
    base: 'LoginLog',
    below: 'logs/login-logs',
    letters: 'LD',
    permission: 'audits.userloginlog',
    url: '/api/v1/audits/login-logs/',
  }),
  ...resource({
    base: 'OperateLog',
    below: 'logs/operate-logs',
    letters: 'LD',
    permission: 'audits.operatelog',
    url: '/api/v1/audits/operate-logs/',
  }),
  page(
    'PasswordChangeLog',
    'logs/password-change-log',
    'audits.view_passwordchangelog',
    log('password-change-logs', 'passwordchangelog'),
  ),
  page('JobExecutionLog', 'logs/job-execution-log', 'audits.view_joblog'),
];

import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { routesOf } from './defineRoutes.ts';

const { page } = routesOf('profile');
const own = (name: string, resourceKey: string) => ({ url: `/api/v1/authentication/${name}/`, resourceKey });

/** A person's own information and credentials. */
export const profileRoutes: RouteMeta[] = [
  page('ProfileInfo', 'info', ''),
  page('ProfileSetting', 'setting', ''),
  page('UserSetting', 'user/setting', ''),
  page('ProfileImprovement', 'improvement', '', { hidden: true, noCache: true }),
  page('ApiKey', 'api-keys', 'authentication.view_accesskey', own('access-keys', 'authentication.accesskey')),
  page('ApiKeyUpdate', 'api-keys/:id/update', 'authentication.change_accesskey', {
    ...own('access-keys', 'authentication.accesskey'),
    base: 'ApiKey',
    hidden: true,
    noCache: true,
    activeMenu: '/profile/api-keys',
  }),
  page('TempPassword', 'temp-password', 'authentication.view_temptoken', {
    ...own('temp-tokens', 'authentication.temptoken'),
    setting: 'AUTH_TEMP_TOKEN',
  }),
  page(
    'ConnectionToken',
    'connection-token',
    'authentication.view_connectiontoken',
    own('connection-token', 'authentication.connectiontoken'),
  ),
  page('Passkey', 'passkeys', 'authentication.view_connectiontoken', { setting: 'AUTH_PASSKEY' }),
];

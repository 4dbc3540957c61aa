import { panel } from '../panel.ts';

/** Signing in through an OAuth 2.0 provider. */
export const oauth2 = panel('oauth2', {
  page: 'auth',
  tab: 'OAuth2',
  licence: true,
  groups: {
    basic: ['AUTH_OAUTH2'],
    provider: [
      'AUTH_OAUTH2_PROVIDER',
      'AUTH_OAUTH2_CLIENT_ID',
      'AUTH_OAUTH2_CLIENT_SECRET',
      'AUTH_OAUTH2_SCOPE',
      'AUTH_OAUTH2_ACCESS_TOKEN_METHOD',
    ],
    endpoints: [
      'AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT',
      'AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT',
      'AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT',
    ],
    users: ['AUTH_OAUTH2_USER_ATTR_MAP', 'AUTH_OAUTH2_ALWAYS_UPDATE_USER'],
    end: ['AUTH_OAUTH2_LOGOUT_COMPLETELY', 'AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT'],
  },
});

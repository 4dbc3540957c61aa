/** The requests every page starts with. The script in the page's HTML sends them before the console is there. */
export const startUpCalls = {
  session: 'GET /api/v1/authentication/user-session/',
  open: 'GET /api/v1/settings/public/open/',
  profile: 'GET /api/v1/users/profile/',
  settings: 'GET /api/v1/settings/public/',
  org: 'GET /api/v1/orgs/orgs/current/',
} as const;

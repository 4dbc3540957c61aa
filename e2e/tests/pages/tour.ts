/**
 * What a page must show: a table; an empty form; a form with a row's values; a row with its tabs; or just its
 * heading.
 */
export type Sight = 'table' | 'empty form' | 'form' | 'filled form' | 'detail' | 'page';
/**
 * Requirement ids, address below /ui/, what it shows, its heading; `:row` in address and heading stands for a
 * row. `lands` is where the address leads when not to the same area.
 */
export type Stop = readonly [
  ids: string,
  path: string,
  sight: Sight,
  heading: string | RegExp,
  lands?: string,
];

/** List, create, update and detail of a resource, each with its requirement. */
const whole = (
  ids: readonly [list: string, create: string, update: string, detail: string],
  path: string,
  row: string,
  titles: string,
): Stop[] => [
  [ids[0], path, 'table', titles],
  [ids[1], `${path}/create`, 'empty form', /^Create /],
  [ids[2], `${path}/:${row}/update`, 'filled form', /^Update /],
  [ids[3], `${path}/:${row}`, 'detail', `:${row}`],
];

const typed = [
  ['A-2.2-019', 'host'],
  ['A-2.2-020', 'database'],
  ['A-2.2-021', 'device'],
  ['A-2.2-022', 'cloud'],
  ['A-2.2-023', 'web'],
  ['A-2.2-024', 'gpt'],
  ['A-2.2-025', 'custom'],
] as const;

/** The console, page by page. */
export const consoleTour: Stop[] = [
  ['', 'console/dashboard', 'page', 'Dashboard'],
  ...whole(['A-2.2-002', 'A-2.2-003', 'A-2.2-004', 'A-2.2-005'], 'console/users', 'user', 'Users'),
  ...whole(['A-2.2-006', 'A-2.2-007', 'A-2.2-008', 'A-2.2-009'], 'console/groups', 'group', 'Groups'),
  ...whole(['A-2.2-010', 'A-2.2-011', 'A-2.2-012', 'A-2.2-013'], 'console/roles', 'role', 'Roles'),
  ['A-2.2-016', 'console/assets', 'table', 'Asset list'],
  ['A-2.2-017', 'console/assets/:host', 'detail', ':host'],
  ['A-2.2-018', 'console/assets/detail/:host/update', 'form', 'Update :host'],
  ...typed.flatMap(([ids, type]): Stop[] => [
    [ids, `console/${type}s/create`, 'empty form', /^Create /],
    [ids, `console/${type}s/:${type}/update`, 'filled form', /^Update /],
  ]),
  ...whole(['A-2.2-026', 'A-2.2-027', 'A-2.2-028', 'A-2.2-029'], 'console/domains', 'domain', 'Domains'),
  ['A-2.2-030', 'console/gateways/create', 'empty form', 'Create gateway'],
  ['A-2.2-031', 'console/gateways/:gateway/update', 'filled form', /^Update /],
  ...whole(
    ['A-2.2-032', 'A-2.2-033', 'A-2.2-034', 'A-2.2-035'],
    'console/platforms',
    'platform',
    'Platforms',
  ),
  ['A-2.2-049', 'console/accounts/accounts', 'table', 'Account list'],
  ['A-2.2-050', 'console/accounts/accounts/:account', 'detail', ':account'],
  ['A-2.2-051', 'console/virtual-accounts/:virtual/update', 'form', /^Update /],
  ['A-2.2-052', 'console/virtual-accounts/:virtual', 'detail', ':virtual'],
  ...whole(
    ['A-2.2-053', 'A-2.2-054', 'A-2.2-055', 'A-2.2-056'],
    'console/account-template',
    'template',
    'Templates',
  ),
  ...whole(
    ['A-2.2-082', 'A-2.2-083', 'A-2.2-084', 'A-2.2-085'],
    'console/asset-permissions',
    'permission',
    'Asset permissions',
  ),
  ['A-2.2-110 A-2.7-013', 'console/labels', 'table', 'Labels'],
  ['A-2.2-111', 'console/labels/create', 'empty form', 'Create label'],
  ['A-2.2-112', 'console/labels/:label/update', 'filled form', /^Update /],
];

/** Audit, workbench and profile. */
export const otherTour: Stop[] = [
  ['A-2.3-001', 'audit', 'page', 'Dashboard', 'audit/dashboard'],
  ['A-2.3-002', 'audit/online-user-session', 'table', 'Online users'],
  ['A-2.3-003', 'audit/sessions/sessions?activeTab=OfflineList', 'table', 'Session list'],
  ['A-2.3-004', 'audit/sessions/sessions/:session', 'detail', /→/],
  ['A-2.3-005', 'audit/sessions/command', 'table', 'Commands'],
  ['A-2.3-006', 'audit/sessions/ftp', 'table', 'File transfers'],
  ['A-2.3-007', 'audit/logs/login-logs', 'table', 'Logins'],
  ['A-2.3-008', 'audit/logs/login-logs/:login', 'detail', /./],
  ['A-2.3-009', 'audit/logs/operate-logs', 'table', 'Operations'],
  ['A-2.3-010', 'audit/logs/operate-logs/:operation', 'detail', /./],
  ['A-2.3-011', 'audit/logs/password-change-log', 'table', 'Password changes'],
  ['A-2.4-001', 'workbench', 'page', /^Good /, 'workbench/home'],
  ['', 'workbench/assets', 'page', 'My assets'],
  ['A-2.7-001', 'profile', 'page', 'Profile', 'profile/info'],
  ['A-2.7-002', 'profile/setting', 'form', 'Authentication'],
  ['A-2.7-003', 'profile/user/setting', 'form', 'User settings'],
  ['A-2.7-004', 'profile/improvement', 'form', 'Complete your profile'],
  ['A-2.7-005 B-3-023', 'profile/api-keys', 'table', 'API keys'],
  ['A-2.7-006', 'profile/api-keys/:key/update', 'form', /^Update /],
  ['A-2.7-008 B-3-023', 'profile/connection-token', 'table', 'Connection tokens'],
  ['A-2.7-011', 'settings/orgs', 'table', 'Organizations'],
  ['A-2.7-010', 'settings/orgs/create', 'empty form', 'Create organization'],
];

/**
 * Tickets, page by page; console tests cover the empty flow and the redirect from any ticket to its page.
 * Types other than access requests have no page yet.
 */
export const ticketTour: Stop[] = [
  ['A-2.5-002', 'tickets/my-tickets', 'table', 'My tickets'],
  ['A-2.5-003', 'tickets/assigned-tickets', 'table', 'Assigned to me'],
  ['A-2.5-004', 'tickets/tickets/request-host-perm/create', 'empty form', 'Request asset access'],
  ['A-2.5-005', 'tickets/tickets/request-host-perm/:ticket', 'detail', ':ticket'],
  ['A-2.5-010', 'tickets/flow', 'table', 'Approval flows'],
  ['A-2.5-011', 'tickets/flow/:flow', 'detail', ':flow'],
  ['A-2.5-013', 'tickets/flow/:flow/update', 'form', 'Update approval flow'],
];

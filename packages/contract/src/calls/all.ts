import type { ActionCalls, VariantCalls } from '../actions/all.ts';
import type { CallRequest, CallsOf } from '../call/callTypes.ts';
import type { Call } from '../call/defineCall.ts';
import * as checkouts from './accounts/checkouts.ts';
import * as integration from './accounts/integration.ts';
import { changePlanLinks, pushPlanLinks } from './accounts/planLinks.ts';
import * as acls from './acls.ts';
import * as appearance from './appearance.ts';
import * as assets from './assets.ts';
import * as audits from './audits.ts';
import * as backups from './backups.ts';
import * as dashboard from './dashboard.ts';
import * as explain from './explain.ts';
import * as files from './files.ts';
import * as installation from './installation.ts';
import * as jobs from './jobCenter/jobs.ts';
import * as labels from './labels.ts';
import * as notifications from './notifications.ts';
import * as ops from './ops.ts';
import * as pages from './pages.ts';
import * as perms from './perms.ts';
import * as rbac from './rbac.ts';
import * as sessions from './sessions.ts';
import * as settingProposals from './settingProposals.ts';
import * as settings from './settings.ts';
import * as authentication from './signIn/authentication.ts';
import * as elsewhere from './signIn/elsewhere.ts';
import * as sockets from './sockets.ts';
import * as terminal from './terminal.ts';
import * as tickets from './tickets.ts';
import * as users from './users.ts';
import * as vault from './vault.ts';

/** Every declared call and action, by address. */
export type Calls = ActionCalls &
  VariantCalls &
  CallsOf<typeof checkouts> &
  CallsOf<typeof integration> &
  CallsOf<typeof changePlanLinks> &
  CallsOf<typeof pushPlanLinks> &
  CallsOf<typeof acls> &
  CallsOf<typeof appearance> &
  CallsOf<typeof assets> &
  CallsOf<typeof audits> &
  CallsOf<typeof authentication> &
  CallsOf<typeof elsewhere> &
  CallsOf<typeof backups> &
  CallsOf<typeof dashboard> &
  CallsOf<typeof explain> &
  CallsOf<typeof files> &
  CallsOf<typeof installation> &
  CallsOf<typeof jobs> &
  CallsOf<typeof labels> &
  CallsOf<typeof notifications> &
  CallsOf<typeof ops> &
  CallsOf<typeof pages> &
  CallsOf<typeof perms> &
  CallsOf<typeof rbac> &
  CallsOf<typeof sessions> &
  CallsOf<typeof settingProposals> &
  CallsOf<typeof settings> &
  CallsOf<typeof sockets> &
  CallsOf<typeof terminal> &
  CallsOf<typeof tickets> &
  CallsOf<typeof users> &
  CallsOf<typeof vault>;

/** Name of a declared call or action. */
export type CallName = keyof Calls;

type Filled<Path extends string> = Path extends `${infer Before}:${string}/${infer After}`
  ? `${Before}${string}/${Filled<After>}`
  : Path;

type PathIn<Name> = Name extends `${string} ${infer Path}` ? Filled<Path> : never;

/**
 * Path of a declared call or action, with any text in place of its `:name` segments; used to check constants
 * at compile time.
 */
export type CallPath = PathIn<CallName>;

/** The arguments of a call after its name; they may be left out if nothing is required. */
export type CallArguments<Name extends CallName, More = unknown> =
  object extends CallRequest<Calls[Name], Name>
    ? [request?: CallRequest<Calls[Name], Name> & More]
    : [request: CallRequest<Calls[Name], Name> & More];

const apps: readonly { readonly [name: string]: Call }[] = [
  checkouts,
  integration,
  changePlanLinks,
  pushPlanLinks,
  acls,
  appearance,
  assets,
  audits,
  authentication,
  elsewhere,
  backups,
  dashboard,
  explain,
  files,
  installation,
  jobs,
  labels,
  notifications,
  ops,
  pages,
  perms,
  rbac,
  sessions,
  settingProposals,
  settings,
  sockets,
  terminal,
  tickets,
  users,
  vault,
];

/** Every declared call. */
export const everyCall: readonly Call[] = apps.flatMap((app) => Object.values(app));

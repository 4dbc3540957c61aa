import type { z } from 'zod';

/** What a message is about, as lists and subscriptions group it. */
const messageCategories = ['account', 'asset', 'ticket', 'Operations', 'terminal', 'storage'] as const;

/** Pages that messages lead to; the words of the link are `messages.links.<name>`. */
export const messageLinks = {
  ticket: '/ui/tickets/tickets/{id}',
  session: '/ui/audit/sessions/sessions/{session}',
  profile: '/ui/profile/setting',
  permissions: '/ui/console/perms/asset-permissions',
  reviews: '/ui/console/perms/access-reviews?mine=true&status=open',
  found: '/ui/console/accounts/account-gather/accounts',
  security: '/ui/settings/security',
  run: '/ui/workbench/ops/executions/{run}',
  approval: '/ui/workbench/ops/approvals/{approval}',
  job: '/ui/workbench/ops/job/{id}',
  checkouts: '/ui/console/accounts/account-checkouts',
  changes: '/ui/console/accounts/account-change-secret/executions/{run}',
} as const;

/** One kind of message: a text `messages.<key>` (subject and message) with parameters. */
export type MessageSpec = {
  category: (typeof messageCategories)[number];
  /** Values of the text. */
  params: z.ZodObject;
  /** The page it leads to; `{name}` in its path is a parameter. */
  link?: keyof typeof messageLinks;
  /**
   * Where set, it goes to the users and groups who subscribe to it under this name, and to the webhook; otherwise to
   * the users its sender names.
   */
  subscription?: string;
};

import type { PermissionAction } from '@gatehouse/contract/permissions/actionBits.ts';
import { parseTime } from '../../platform/time/time.ts';

import type { AssetTicket } from '../../resources/tickets/ticket/ticket.ts';

/** The parts of a request that approvers may change, and its organization. */
export type Grant = {
  org_id: string;
  apply_assets: string[];
  apply_nodes: string[];
  apply_accounts: string[];
  apply_actions: PermissionAction[];
  apply_date_start: string;
  apply_date_expired: string;
};

type RequestedGrant = Pick<AssetTicket, keyof Grant>;

/** What a ticket requests. */
export const grantOf = (row: RequestedGrant): Grant => ({
  org_id: row.org_id,
  apply_assets: row.apply_assets.map(({ id }) => id),
  apply_nodes: row.apply_nodes.map(({ id }) => id),
  apply_accounts: row.apply_accounts,
  apply_actions: row.apply_actions.map(({ value }) => value),
  apply_date_start: row.apply_date_start,
  apply_date_expired: row.apply_date_expired,
});

/** How long access lasts from now, or from a later start, in milliseconds. */
export const lengthOf = (grant: Grant, now = Date.now()): number => {
  const [start, end] = [parseTime(grant.apply_date_start), parseTime(grant.apply_date_expired)];
  if (!start || !end) return 0;
  return Math.max(0, end.valueOf() - Math.max(now, start.valueOf()));
};

/** A list that differs between request and grant, with its length now and before. */
export type Difference = { key: 'assets' | 'nodes' | 'actions'; now: number; before: number };

const counted = ['assets', 'nodes', 'actions'] as const;
const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value) => b.includes(value));

/** The differences between grant and request. */
export const differences = (requested: Grant, granted: Grant) => ({
  counts: counted
    .filter((key) => !isSameSet(requested[`apply_${key}`], granted[`apply_${key}`]))
    .map(
      (key): Difference => ({
        key,
        now: granted[`apply_${key}`].length,
        before: requested[`apply_${key}`].length,
      }),
    ),
  accounts: !isSameSet(requested.apply_accounts, granted.apply_accounts),
  period:
    requested.apply_date_start !== granted.apply_date_start ||
    requested.apply_date_expired !== granted.apply_date_expired,
});

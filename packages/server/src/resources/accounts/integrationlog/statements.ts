import type { integrationResults } from '@gatehouse/contract/resources/accounts/integrationlog.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import {
  type Aged,
  countOld,
  each,
  moments,
  oldestOfEach,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';

/** What an application asked for, and what came of it. */
export type IntegrationRequest = {
  application: string;
  name: string;
  org: string;
  address: string;
  asset: string;
  account: string;
  result: (typeof integrationResults)[number];
};

/** Stores what an application asked for. */
export const addIntegrationLog = async (
  { application, name, org, address, asset, account, result }: IntegrationRequest,
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into accounts_integrationlog (id, org_id, application, application_name, remote_addr, asset, account, result, datetime)
    values (gen_random_uuid(), ${org}::uuid, ${application}::uuid, ${name}, ${address}, ${asset.slice(0, 256)}, ${account.slice(0, 256)}, ${result}, clock_timestamp())`);
};

const requests: Aged = {
  table: sql`accounts_integrationlog`,
  time: sql`t.datetime`,
  order: sql`t.datetime`,
  ...each,
  ...moments,
};

/** Removes a batch of old requests. */
export const removeRequestsBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(requests, oldestOfEach(requests, span), span, db);

/** Counts a batch of old requests. */
export const countRequestsBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldestOfEach(requests, span), db);

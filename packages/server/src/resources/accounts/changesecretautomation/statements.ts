import type { MethodParams } from '@gatehouse/contract/assets/automationMethods.ts';
import type { ChangeKind } from '@gatehouse/contract/automation/plan.ts';
import type { KeyStrategy } from '@gatehouse/contract/wire/machineWork.ts';
import { sql } from 'drizzle-orm';
import type { PasswordRules } from '../../../platform/crypto/randomPassword.ts';
import { type Database, uuids } from '../../../platform/database.ts';

/** A plan with what its run needs. */
export type ChangeSecretPlan = {
  id: string;
  org_id: string;
  kind: ChangeKind;
  name: string;
  comment: string;
  accounts: string[];
  secret_type: 'password' | 'ssh_key';
  secret_strategy: 'specific' | 'random';
  /** Sealed. */
  secret: string | null;
  password_rules: Partial<PasswordRules>;
  ssh_key_change_strategy: KeyStrategy;
  is_active: boolean;
  assets: string[];
  nodes: string[];
  params: MethodParams;
  /** Users who are told how runs end. */
  recipients: string[];
};

/** A plan by its id; undefined if it was deleted. */
export const changeSecretPlan = async (id: string, db: Database): Promise<ChangeSecretPlan | undefined> =>
  (
    await db.rows<ChangeSecretPlan>(sql`select t.id::text as id, t.org_id::text as org_id, t.kind, t.name, t.comment, t.accounts,
        t.secret_type, t.secret_strategy, t.secret, t.password_rules, t.ssh_key_change_strategy, t.is_active, t.params,
        (select coalesce(jsonb_agg(j.asset), '[]'::jsonb) from accounts_changesecretautomation_assets j
          where j.changesecretautomation = t.id) as assets,
        (select coalesce(jsonb_agg(j.node), '[]'::jsonb) from accounts_changesecretautomation_nodes j
          where j.changesecretautomation = t.id) as nodes,
        (select coalesce(jsonb_agg(j."user"), '[]'::jsonb) from accounts_changesecretautomation_recipients j
          where j.changesecretautomation = t.id) as recipients
      from accounts_changesecretautomation t where t.id = ${id}::uuid`)
  )[0];

/** One of these plans that names neither an asset nor a node. */
export const planWithoutTargets = async (ids: readonly string[], db: Database): Promise<boolean> =>
  (
    await db.rows(sql`select 1 from accounts_changesecretautomation t where t.id = any(${uuids(ids)})
        and not exists (select 1 from accounts_changesecretautomation_assets j where j.changesecretautomation = t.id)
        and not exists (select 1 from accounts_changesecretautomation_nodes j where j.changesecretautomation = t.id) limit 1`)
  ).length > 0;

import { assetTypes } from '@gatehouse/contract/assets/categories.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { accountbackupautomation } from '@gatehouse/contract/resources/accounts/accountbackupautomation.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { authorize } from '../../../engine/permission.ts';
import type { Behaviour, Row, WriteEvent } from '../../../engine/resource.ts';
import { texts, uuids } from '../../../platform/database.ts';
import { allPlatforms } from '../../assets/platform/relations.ts';
import { periodicDisplay, refuseTimeless, withTimeless } from '../../planSchedule.ts';
import { isBuiltInStorage } from '../../storageRules.ts';
import { allReplayStorages } from '../../terminal/replaystorage/relations.ts';
import { runsOfPlans } from '../accountbackupexecution/statements.ts';
import { noteDivided, receiverOfBoth } from './statements.ts';

type Plan = typeof accountbackupautomation;

type Deps = {
  /** Plans the runs of a saved plan. */
  schedule: (plan: Row<Plan>, ctx: Context) => Promise<void>;
  /** Takes the runs of deleted plans off the schedule. */
  unschedule: (ids: readonly string[], ctx: Context) => Promise<void>;
};

const known: ReadonlySet<string> = new Set(assetTypes);
const storageFields = ['obj_recipients_part_one', 'obj_recipients_part_two'] as const;

const refuseUnknownTypes = async (types: readonly string[], ctx: Context): Promise<void> => {
  const others = types.filter((type) => !known.has(type));
  if (others.length === 0) return;
  const found = await ctx.db.rows<{ type: string }>(
    sql`select distinct p.type from ${allPlatforms} p where p.type = any(${texts(others)})`,
  );
  const unknown = others.find((type) => !found.some((platform) => platform.type === type));
  if (unknown !== undefined) throw fieldError('types', 'invalid_choice', { value: unknown });
};

/** Storages of the server itself are lost with it, or keep nothing. */
const refuseOwnStorages = async (field: string, ids: readonly string[], ctx: Context): Promise<void> => {
  if (ids.length === 0) return;
  authorize(ctx, 'terminal.view_replaystorage');
  const storages = await ctx.db.rows<{ name: string; type: string }>(
    sql`select s.name, s.type from ${allReplayStorages} s where s.id = any(${uuids(ids)})`,
  );
  const own = storages.find(({ type }) => isBuiltInStorage(type));
  if (own) throw fieldError(field, 'backup_storage_own', { name: own.name });
};

/** Fields that say which secrets go where; changing them takes the permission to see secrets. */
const aboutSecrets = [
  'types',
  'backup_type',
  'is_password_divided_by_email',
  'recipients_part_one',
  'recipients_part_two',
  'is_password_divided_by_obj_storage',
  ...storageFields,
  'zip_encrypt_password',
] as const;

const beforeWrite = async (event: WriteEvent<Plan>) => {
  const { ctx, before, values, input } = event;
  // A plan hands secrets out: this is for those who may see them (docs/decisions/0413).
  if (!before || aboutSecrets.some((name) => input[name] !== undefined))
    authorize(ctx, 'accounts.view_accountsecret');
  refuseTimeless(event);
  if (values.types) await refuseUnknownTypes(values.types, ctx);
  for (const field of storageFields)
    await refuseOwnStorages(field, (values[field] as string[] | undefined) ?? [], ctx);
  return undefined;
};

/** Plans that send the secrets of accounts away, encrypted (reference 04 §11). */
export const backupPlanBehaviour = ({ schedule, unschedule }: Deps): Behaviour<Plan> => ({
  beforeWrite,
  refused: (errors, event) => withTimeless(errors, event, true),
  afterWrite: async (written, ctx) => {
    const ids = written.map(({ row }) => row.id);
    const both = await receiverOfBoth(ids, ctx.db);
    if (both) throw fieldError(both, 'backup_receiver_of_both');
    await noteDivided(ids, ctx.db);
    for (const { row } of written) await schedule(row, ctx);
  },
  afterDelete: (rows, ctx) =>
    unschedule(
      rows.map(({ id }) => id),
      ctx,
    ),
  computed: {
    periodic_display: periodicDisplay,
    executed_amount: async (rows, ctx) => {
      const runs = await runsOfPlans(
        rows.map(({ id }) => id),
        ctx.db,
      );
      return rows.map(({ id }) => runs.get(id) ?? 0);
    },
  },
});

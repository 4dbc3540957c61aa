import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { existing } from '../../engine/fields/related.ts';
import { RunError } from '../../platform/jobs/defineJob.ts';
import type { BackupPlan, Receiver } from '../../resources/accounts/accountbackupautomation/statements.ts';
import { filePasswordOf } from '../../resources/users/user/proofs.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import type { Part } from './halves.ts';

/** A receiver, how it is reached, and which part of every secret it gets. */
export type Addressee = Receiver & { kind: 'user' | 'storage'; part: Part };

const partsOf = (plan: BackupPlan): { isDivided: boolean; one: Receiver[]; two: Receiver[] } =>
  plan.backup_type === 'email'
    ? {
        isDivided: plan.is_password_divided_by_email,
        one: plan.recipients_part_one,
        two: plan.recipients_part_two,
      }
    : {
        isDivided: plan.is_password_divided_by_obj_storage,
        one: plan.obj_recipients_part_one,
        two: plan.obj_recipients_part_two,
      };

/**
 * Who gets what of a plan. Where both parts have receivers, each gets its half; one part alone gets the whole, unless
 * the plan had receivers of both when it was saved.
 */
export const addresseesOf = (plan: BackupPlan): Addressee[] => {
  const kind = plan.backup_type === 'email' ? 'user' : 'storage';
  const { isDivided, one, two } = partsOf(plan);
  const all = (receivers: Receiver[], part: Part) =>
    receivers.map((receiver): Addressee => ({ ...receiver, kind, part }));
  if (one.length + two.length === 0) throw new RunError('backup_no_receiver');
  if (!isDivided) return all([...one, ...two], 'whole');
  if (one.length > 0 && two.length > 0) return [...all(one, 'front'), ...all(two, 'back')];
  if (plan.is_divided) throw new RunError('backup_part_missing');
  return all([...one, ...two], 'whole');
};

/** A user who gets a file by mail. */
export type MailReceiver = { name: string; address: string; password: string };

/** A member of the organization who can get secrets by mail; throws why not. */
export const mailReceiver = async ({ id, name }: Receiver, ctx: Context): Promise<MailReceiver> => {
  const isMember = (await existing([id], 'users.user', ctx)).has(id);
  const [user] = await ctx.db.rows<{
    name: string;
    email: string;
  }>(sql`select u.name, u.email from ${allUsers} u
    where u.id = ${id}::uuid and u.is_active and (u.date_expired is null or u.date_expired > now())`);
  if (!isMember || !user?.email.includes('@')) throw new RunError('backup_user_unreachable', { name });
  const sealed = await filePasswordOf(id, ctx.db);
  const password = sealed ? ctx.engine.vault.open(sealed) : '';
  if (!password) throw new RunError('backup_user_without_password', { name });
  return { name: user.name, address: user.email, password };
};

import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { allReplayStorages } from '../../terminal/replaystorage/relations.ts';
import { allUsers } from '../../users/user/relations.ts';

/** A receiver of a part: a user or a storage. */
export type Receiver = { id: string; name: string };

/** A backup plan with its receivers and its sealed password. */
export type BackupPlan = {
  id: string;
  org_id: string;
  name: string;
  types: string[];
  backup_type: 'email' | 'object_storage';
  is_password_divided_by_email: boolean;
  is_password_divided_by_obj_storage: boolean;
  is_divided: boolean;
  is_periodic: boolean;
  crontab: string | null;
  interval: number | null;
  comment: string;
  zip_encrypt_password: string | null;
  recipients_part_one: Receiver[];
  recipients_part_two: Receiver[];
  obj_recipients_part_one: Receiver[];
  obj_recipients_part_two: Receiver[];
};

const receivers = {
  one: sql`(select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.username), '[]'::jsonb)
    from accounts_accountbackupautomation_recipients_part_one j join ${allUsers} u on u.id = j."user" where j.accountbackupautomation = t.id)`,
  two: sql`(select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.username), '[]'::jsonb)
    from accounts_accountbackupautomation_recipients_part_two j join ${allUsers} u on u.id = j."user" where j.accountbackupautomation = t.id)`,
  storeOne: sql`(select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name), '[]'::jsonb)
    from accounts_accountbackupautomation_obj_recipients_part_one j join ${allReplayStorages} s on s.id = j.replaystorage where j.accountbackupautomation = t.id)`,
  storeTwo: sql`(select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name), '[]'::jsonb)
    from accounts_accountbackupautomation_obj_recipients_part_two j join ${allReplayStorages} s on s.id = j.replaystorage where j.accountbackupautomation = t.id)`,
};

/** A plan with what its run needs; undefined if it is gone. */
export const backupPlan = async (id: string, db: Database): Promise<BackupPlan | undefined> =>
  (
    await db.rows<BackupPlan>(sql`select t.id::text as id, t.org_id::text as org_id, t.name, t.types, t.backup_type,
        t.is_password_divided_by_email, t.is_password_divided_by_obj_storage, t.is_divided, t.is_periodic, t.crontab,
        t."interval"::int as "interval", t.comment, t.zip_encrypt_password,
        ${receivers.one} as recipients_part_one, ${receivers.two} as recipients_part_two,
        ${receivers.storeOne} as obj_recipients_part_one, ${receivers.storeTwo} as obj_recipients_part_two
      from accounts_accountbackupautomation t where t.id = ${id}::uuid`)
  )[0];

/** Notes which plans have receivers of both parts, so that a part is never sent whole because the other is gone. */
export const noteDivided = async (ids: readonly string[], db: Database): Promise<void> => {
  await db.rows(sql`update accounts_accountbackupautomation t set is_divided = case when t.backup_type = 'email'
      then t.is_password_divided_by_email
        and exists (select from accounts_accountbackupautomation_recipients_part_one j where j.accountbackupautomation = t.id)
        and exists (select from accounts_accountbackupautomation_recipients_part_two j where j.accountbackupautomation = t.id)
      else t.is_password_divided_by_obj_storage
        and exists (select from accounts_accountbackupautomation_obj_recipients_part_one j where j.accountbackupautomation = t.id)
        and exists (select from accounts_accountbackupautomation_obj_recipients_part_two j where j.accountbackupautomation = t.id)
      end
    where t.id = any(${uuids(ids)})`);
};

/** The field of the second part in which a plan names a receiver that the first part names as well. */
export const receiverOfBoth = async (
  ids: readonly string[],
  db: Database,
): Promise<'recipients_part_two' | 'obj_recipients_part_two' | undefined> =>
  (
    await db.rows<{ field: 'recipients_part_two' | 'obj_recipients_part_two' }>(
      sql`select 'recipients_part_two' as field from accounts_accountbackupautomation_recipients_part_one a
          join accounts_accountbackupautomation_recipients_part_two b
            on b.accountbackupautomation = a.accountbackupautomation and b."user" = a."user"
          where a.accountbackupautomation = any(${uuids(ids)})
        union all
        select 'obj_recipients_part_two' as field from accounts_accountbackupautomation_obj_recipients_part_one a
          join accounts_accountbackupautomation_obj_recipients_part_two b
            on b.accountbackupautomation = a.accountbackupautomation and b.replaystorage = a.replaystorage
          where a.accountbackupautomation = any(${uuids(ids)}) limit 1`,
    )
  )[0]?.field;

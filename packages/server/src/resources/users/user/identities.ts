import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { sql } from 'drizzle-orm';
import type { Row } from '../../../engine/resource.ts';
import { type Database, id, uuids } from '../../../platform/database.ts';
import { allUserGroups } from '../usergroup/relations.ts';
import { type Messenger, messengers } from './statements.ts';

/** Another system whose users sign in here. */
export type Source = Exclude<NonNullable<Row<typeof user>['source']>, 'local'>;

/** What signing out at the provider needs, and being signed out by it. */
export type ProviderSession = { sid?: string | undefined; token?: string | undefined };

/** A user as another system names one; only a backend that proved it makes one. */
export type Identity = {
  source: Source;
  /** Name that the system never gives to another user, such as an id; the username where it has none. */
  subject: string;
  username: string;
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Groups there; undefined where the system was not asked. */
  groups?: readonly string[] | undefined;
  /** False for a user who is disabled there. */
  is_active?: boolean | undefined;
  session?: ProviderSession | undefined;
};

/** What becomes of users whom a system is the first to name, and of what it says of those known. */
export type NewcomerRules = {
  creates: boolean;
  updates: boolean;
  /** Organizations that new users join; the default one and its group `Default` if there are none. */
  organizations?: readonly string[];
  /** Role of new users in those organizations; that of an ordinary member if there is none. */
  role?: string;
  /** Groups here that follow the groups there: those whose names begin with this prefix. */
  groupPrefix?: string;
};

/** A user here, as much as joining needs. */
export type Known = { id: string; username: string; source: string; is_service_account: boolean };

const known = sql`u.id::text as id, u.username, u.source, u.is_service_account`;

/** Whether a source is a messenger, which its users bind themselves. */
export const isMessenger = (source: Source): source is Source & Messenger =>
  messengers.some((messenger) => messenger === source);

/** The user to whom an identity was joined; for a messenger, the one who bound it. */
export const userOfIdentity = async (
  { source, subject }: Pick<Identity, 'source' | 'subject'>,
  db: Database,
): Promise<Known | undefined> => {
  const rows = isMessenger(source)
    ? await db.rows<Known>(sql`select ${known} from users_user u where u.${id(`${source}_id`)} = ${subject}`)
    : await db.rows<Known>(
        sql`select ${known} from users_identity i join users_user u on u.id = i.user_id
          where i.source = ${source} and i.subject = ${subject}`,
      );
  return rows[0];
};

/** Users whose names differ from a username at most in the case of letters, the one with the same name first. */
export const usersNamedLike = (username: string, db: Database): Promise<Known[]> =>
  db.rows<Known>(
    sql`select ${known} from users_user u where lower(u.username) = lower(${username}) order by (u.username = ${username}) desc`,
  );

/** Joins an identity to a user; an identity of a user who was deleted may be joined anew. */
export const joinIdentity = async (
  { source, subject }: Pick<Identity, 'source' | 'subject'>,
  userId: string,
  db: Database,
): Promise<void> => {
  if (isMessenger(source))
    await db.rows(sql`update users_user set ${id(`${source}_id`)} = ${subject} where id = ${userId}`);
  else
    await db.rows(sql`insert into users_identity (source, subject, user_id) values (${source}, ${subject}, ${userId})
      on conflict (source, subject) do update set user_id = excluded.user_id`);
};

/** Whether a user has an identity of a source. */
export const hasIdentity = async (userId: string, source: Source, db: Database): Promise<boolean> => {
  const rows = await db.rows(sql`select 1 from users_identity where user_id = ${userId} and source = ${source}
    union all select 1 from users_user where id = ${userId} and case ${source}::text when 'wecom' then wecom_id
      when 'dingtalk' then dingtalk_id when 'feishu' then feishu_id when 'lark' then lark_id when 'slack' then slack_id end is not null`);
  return rows.length > 0;
};

/** Removes the identities of users who are deleted. */
export const forgetIdentities = async (userIds: readonly string[], db: Database): Promise<void> => {
  await db.rows(sql`delete from users_identity where user_id = any(${uuids(userIds)})`);
};

/** Lets one transaction at a time add users of a source. */
export const lockNewcomers = async (source: Source, db: Database): Promise<void> => {
  await db.rows(sql`select pg_advisory_xact_lock(41, hashtext(${source}))`);
};

/** A user's groups in an organization. */
export const groupsIn = (
  userId: string,
  org: string,
  db: Database,
): Promise<{ id: string; name: string }[]> =>
  db.rows(sql`select g.id::text as id, g.name from users_user_groups m join ${allUserGroups} g on g.id = m.usergroup
    where m."user" = ${userId} and g.org_id = ${org} order by g.name`);

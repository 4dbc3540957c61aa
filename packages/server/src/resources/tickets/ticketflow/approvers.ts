import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type SQL, sql } from 'drizzle-orm';
import { anyOf, type Database, uuids } from '../../../platform/database.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';
import { allUsers } from '../../users/user/relations.ts';

/** Who approves one level: by role, or the listed users. */
export type Rule = {
  strategy: 'super_admin' | 'org_admin' | 'super_org_admin' | 'custom_user';
  assignees: string[];
};

/** A user who can approve. */
export type Approver = { id: string; name: string; username: string };

const holders = (role: string, org?: string): SQL =>
  sql`u.id in (select b."user" from ${allRoleBindings} b where b.role = ${role} ${org === undefined ? sql`` : sql`and b.org = ${org}`})`;

const conditionOf = ({ strategy, assignees }: Rule, org: string): SQL => {
  const administers = holders(builtinRoles.orgAdmin.id, org);
  const isSuperuser = holders(builtinRoles.systemAdmin.id);
  if (strategy === 'custom_user') return sql`u.id = any(${uuids(assignees)})`;
  if (strategy === 'org_admin') return administers;
  return strategy === 'super_admin' ? isSuperuser : anyOf([isSuperuser, administers]);
};

const canSignIn = sql`u.is_active and not u.is_service_account and (u.date_expired is null or u.date_expired > now())`;

/** Condition over alias `u`: members of an organization, and system administrators, who belong to every one. */
const belongsTo = (org: string): SQL =>
  org === ROOT_ORG_ID
    ? sql`true`
    : sql`u.id in (select b."user" from ${allRoleBindings} b where b.org = ${org} or b.role = ${builtinRoles.systemAdmin.id})`;

/** The users a rule currently means in an organization: those who can sign in, by name. */
export const approversOf = (rule: Rule, org: string, db: Database): Promise<Approver[]> =>
  db.rows<Approver>(sql`select u.id::text as id, u.name, u.username from ${allUsers} u
    where ${canSignIn} and ${conditionOf(rule, org)} order by u.name, u.id`);

/** Of the users a rule currently means, those who belong to the organization. */
export const approversWithin = (rule: Rule, org: string, db: Database): Promise<Approver[]> =>
  db.rows<Approver>(sql`select u.id::text as id, u.name, u.username from ${allUsers} u
    where ${canSignIn} and ${conditionOf(rule, org)} and ${belongsTo(org)} order by u.name, u.id`);

/** Whether a user who was asked still is one who may be: can sign in, and belongs to the organization. */
export const isStillApprover = async (user: string, org: string, db: Database): Promise<boolean> =>
  (await approversWithin({ strategy: 'custom_user', assignees: [user] }, org, db)).length > 0;

import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Context, Engine } from '../../engine/context.ts';
import { contextOf } from '../../engine/http.ts';
import type { ClientKeys } from '../../platform/crypto/clientKeys.ts';
import type { Database } from '../../platform/database.ts';
import { languages } from '../../platform/i18n.ts';
import type { Organizations } from '../../platform/organizations.ts';
import type { Settings } from '../../platform/settings.ts';
import { actorOf } from '../identify/identify.ts';
import { resolveOrganization } from '../identify/organizations.ts';
import type { RoleBook } from '../identify/roles.ts';
import { findUser, isValid } from '../identify/user.ts';
import type { Licence } from '../licence/licence.ts';

/** What work needs that acts as the user who started it. */
export type ActAsDeps = {
  db: Database;
  engine: Engine;
  organizations: Organizations;
  settings: Settings;
  roles: RoleBook;
  licence: Licence;
  clientKeys: ClientKeys;
};

/** Where and in which language the user started the work, as part of a payload. */
export const startedShape = { org: z.string(), language: z.enum(languages), zone: z.string() };

type Started = z.infer<z.ZodObject<typeof startedShape>>;

/**
 * The context of a user as of now: what the user may do in the organization is looked up anew, and a user who was
 * disabled or deleted, or who has left the organization, can do nothing more.
 */
export const actAs = async (
  userId: string,
  { org: orgId, language, zone }: Started,
  deps: ActAsDeps,
): Promise<Context> => {
  const { db, engine, clientKeys } = deps;
  const user = await findUser(sql`u.id = ${userId}::uuid`, db);
  if (!user || !isValid(user)) throw new AppError('not_authenticated');
  const org = await resolveOrganization([orgId], user, deps, db);
  if (org.id !== orgId || org.standsIn) throw new AppError('organization_lost');
  const facts = {
    ...{ org, language, zone },
    actor: await actorOf(user, org, deps),
    remoteAddr: '',
    decrypt: (value: string) => {
      const opened = clientKeys.open(value);
      if (opened === undefined) throw new AppError('client_key_changed');
      return opened;
    },
  };
  return contextOf(facts, engine, db, []);
};

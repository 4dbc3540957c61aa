import { isDeepStrictEqual } from 'node:util';
import { protocolOf } from '@gatehouse/contract/assets/protocols.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { authorize } from '../../../engine/permission.ts';
import type { Behaviour, Row, Values, WriteEvent } from '../../../engine/resource.ts';
import { randomPassword } from '../../../platform/crypto/randomPassword.ts';
import { newPrivateKey } from '../../../platform/crypto/sshKey.ts';
import { texts } from '../../../platform/database.ts';
import { checkedParams } from '../methodParams.ts';
import { refuseEmptyRules } from '../passwordFits.ts';
import { hasSecret, type SecretColumns, secretColumns, specInfo, writtenSecret } from '../secretValue.ts';
import { refuseCircle, refuseCircles } from '../switchCircle.ts';
import { allAccountTemplates } from './relations.ts';

/** Secret types that can be generated. */
const generated = ['password', 'ssh_key'];

/**
 * Generates a template's own secret under the random strategy, anew in every write that names the strategy or
 * the secret type.
 */
const randomSecret = async (
  values: Values<typeof accounttemplate>,
  before: Row<typeof accounttemplate> | undefined,
  ctx: Context,
): Promise<SecretColumns> => {
  const type = values.secret_type ?? before?.secret_type ?? 'password';
  if (!generated.includes(type)) throw fieldError('secret_strategy', 'secret_not_random');
  const rules = values.password_rules ?? before?.password_rules ?? {};
  if (type === 'password') refuseEmptyRules(rules);
  return secretColumns(type === 'ssh_key' ? newPrivateKey() : randomPassword(rules), type, ctx);
};

const isFreshRandom = (
  values: Values<typeof accounttemplate>,
  before: Row<typeof accounttemplate> | undefined,
): boolean => {
  if (values.secret_strategy !== undefined) return values.secret_strategy === 'random';
  return before?.secret_strategy === 'random' && values.secret_type !== undefined;
};

/**
 * How accounts of the template are pushed. To decide on that needs the permission to push, as one template pushes the
 * accounts of many users; parameters that stay as they are may be of an earlier version.
 */
const checkedPush = (
  values: Values<typeof accounttemplate>,
  before: Row<typeof accounttemplate> | undefined,
  ctx: Context,
): Values<typeof accounttemplate> => {
  const { auto_push, push_params: sent } = values;
  const isOther = sent !== undefined && !isDeepStrictEqual(sent, before?.push_params ?? {});
  if (isOther || (auto_push && !before?.auto_push)) authorize(ctx, 'accounts.push_account');
  return isOther ? { push_params: checkedParams('push_account', sent, 'push_params') } : {};
};

const beforeWrite = async ({
  ctx,
  before,
  values,
}: WriteEvent<typeof accounttemplate>): Promise<Values<typeof accounttemplate>> => {
  if (before && values.su_from === before.id) throw fieldError('su_from', 'su_from_itself');
  if (before && values.su_from)
    await refuseCircle(allAccountTemplates, { row: before.id, from: values.su_from }, ctx);
  const push = checkedPush(values, before, ctx);
  const secret = isFreshRandom(values, before)
    ? await randomSecret(values, before, ctx)
    : await writtenSecret(values, before, ctx);
  return { ...secret, ...push };
};

/** Secret types accepted by any of the protocols; passwords when none is known. */
const typesFor = (names: string): string[] => {
  const known = names.split(',').flatMap((name) => protocolOf(name.trim())?.secret_types ?? []);
  return known.length ? [...new Set(known)] : ['password'];
};

/** Account templates (reference 04 §4). */
export const accountTemplateBehaviour = (): Behaviour<typeof accounttemplate> => ({
  filters: { protocols: (value) => sql`t.secret_type = any(${texts(typesFor(value))})` },
  beforeWrite,
  restored: (rows, ctx) => refuseCircles(allAccountTemplates, rows, ctx),
  computed: { spec_info: specInfo, has_secret: hasSecret },
});

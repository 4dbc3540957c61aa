import { protocolOf } from '@gatehouse/contract/assets/protocols.ts';
import { type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { createMany } from '../../engine/operations/write.ts';
import { authorize } from '../../engine/permission.ts';
import { uuids } from '../../platform/database.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { allAccountTemplates } from '../../resources/accounts/accounttemplate/relations.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import type { CreateFromTemplates } from '../../resources/perms/assetpermission/index.ts';
import { coveredAssets } from './covered.ts';

type Template = { id: string; name: string; username: string; secret_type: string };
type Target = { id: string; protocols: { name: string }[] };

/** Maximum number of accounts stored per batch. */
const chunk = 500;

/** Covered assets that have neither an account with this username and secret type nor one of this name. */
const lacking = (permissionId: string, template: Template, ctx: Context): Promise<Target[]> =>
  ctx.db.rows<Target>(sql`select a.id::text as id, a.protocols from ${allAssets} a where a.id in (${coveredAssets(permissionId)})
    and not exists (select from ${allAccounts} c where c.asset = a.id
      and ((c.username = ${template.username} and c.secret_type = ${template.secret_type}) or c.name = ${template.name}))`);

const takes = (target: Target, secretType: string): boolean =>
  target.protocols.some(({ name }) =>
    ((protocolOf(name)?.secret_types ?? ['password']) as readonly string[]).includes(secretType),
  );

/**
 * Creates an account from each template on every covered asset that supports its secret type and has no such
 * account.
 */
export const createFromTemplates: CreateFromTemplates = async (permissionId, templateIds, ctx) => {
  authorize(ctx, 'accounts.add_account');
  const templates = await ctx.db.rows<Template>(
    sql`select id::text as id, name, username, secret_type from ${allAccountTemplates} t where id = any(${uuids(templateIds)})`,
  );
  const resource = ctx.engine.resource(account);
  for (const template of templates) {
    const targets = (await lacking(permissionId, template, ctx)).filter((target) =>
      takes(target, template.secret_type),
    );
    for (let start = 0; start < targets.length; start += chunk) {
      const inputs = targets
        .slice(start, start + chunk)
        .map(({ id }) => ({ asset: id, template: template.id, on_invalid: 'skip' }));
      const outcomes = await createMany(resource, inputs, ctx);
      const failed = outcomes.find((outcome) => outcome.errors)?.errors as FieldErrors | undefined;
      if (failed) throw new ValidationError({ accounts: Object.values(failed)[0] as FieldErrors[string] });
    }
  }
};

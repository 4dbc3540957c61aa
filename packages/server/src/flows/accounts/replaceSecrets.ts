import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import type { Context } from '../../engine/context.ts';
import { diffOf, recordChanges } from '../../engine/operations/audit.ts';
import { stamps, updateRow } from '../../engine/operations/store.ts';
import type { Row } from '../../engine/resource.ts';
import { keepSecrets, nextVersion } from '../../resources/accounts/account/history.ts';
import type { SecretColumns } from '../../resources/accounts/secretValue.ts';

/** Replaces (or clears) account secrets; adds each change to the history and to the operate log. */
export const replaceSecrets = async (
  changes: ({ row: Row<typeof account> } & SecretColumns)[],
  ctx: Context,
): Promise<void> => {
  const resource = ctx.engine.resource(account);
  for (const { row: before, secret, ssh_key_fingerprint } of changes) {
    if (secret === (before.secret ?? null)) continue;
    const version = await nextVersion(before.id, ctx);
    const after = await updateRow(
      resource,
      before.id,
      { secret, ssh_key_fingerprint, version, ...stamps(resource, ctx, false) },
      ctx,
    );
    await keepSecrets([{ row: after, before }], ctx);
    const links = { linksBefore: undefined, linksAfter: undefined };
    const diff = diffOf(resource, { before, after, ...links, names: ['secret'] }, ctx);
    await recordChanges(resource, 'update', [{ row: after, diff }], ctx);
  }
};

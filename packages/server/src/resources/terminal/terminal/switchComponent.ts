import type { terminal } from '@gatehouse/contract/resources/terminal/terminal.ts';
import type { ActionInput } from '../../../engine/actions/implement.ts';
import { findRow, presentOne } from '../../../engine/operations/read.ts';
import { activateKeysOf } from '../../authentication/accesskey/statements.ts';
import { setServiceAccountActive } from '../../users/user/statements.ts';

/**
 * Disables a component or lets it work again, by its account (docs/decisions/0198). What was expired, or had
 * no active key, is enabled as well: afterwards the component works.
 */
export const switchComponent = async (
  { ctx, resource, row }: Pick<ActionInput<typeof terminal>, 'ctx' | 'resource' | 'row'>,
  isOn: boolean,
) => {
  const component = await row({ lock: true });
  if (component.user) {
    await setServiceAccountActive(component.user, isOn, ctx.db);
    if (isOn) await activateKeysOf(component.user, ctx.db);
  }
  const [no, yes] = [ctx.t('common.words.no'), ctx.t('common.words.yes')];
  const change: [string, string] = isOn ? [no, yes] : [yes, no];
  const diff = { [ctx.t('common.fields.is_active')]: change };
  const entry = { action: 'update', resource, row: component, display: component.name, diff } as const;
  await ctx.engine.record([entry], ctx);
  return presentOne(resource, await findRow(resource, component.id, ctx), ctx);
};

import { randomUUID } from 'node:crypto';
import { fieldError } from '@gatehouse/contract/errors.ts';
import { type SettingName, settingCategories, settingSpecs } from '@gatehouse/contract/settings/catalogue.ts';
import { type Context, displayOf } from '../../../engine/context.ts';
import type { Values } from '../../../engine/resource.ts';
import type { Settings } from '../../../platform/settings.ts';
import { formatDatetime } from '../../../platform/time.ts';
import { notify } from '../../notifications/notify.ts';
import type { SettingForm } from '../settingForms.ts';
import { changesOf, diffOf, storeValues } from '../settingValues.ts';
import { addProposal, forgetExpired, holdersOf } from './statements.ts';

/** The permission for confirming what a second person confirms. */
const { permission: secondPermission } = settingCategories.second_person;

const guarded: ReadonlySet<string> = new Set(['second_person', 'security', 'ops']);

/** Whether changes of a category wait for a second person where that is required: those of security, and of jobs. */
export const isGuarded = (category: string): boolean =>
  guarded.has(category) || category.startsWith('security_');

/** The rule cannot be switched on by the only user with the permission: no change could be confirmed any more. */
const requireSecond = async (values: Values, ctx: Context): Promise<void> => {
  if (values.SECOND_PERSON_ENABLED !== true) return;
  const others = (await holdersOf(secondPermission, ctx.db)).filter((id) => id !== ctx.actor.id);
  if (others.length === 0) throw fieldError('SECOND_PERSON_ENABLED', 'second_person_missing');
};

const propose = async (
  panel: SettingForm,
  changed: Values,
  settings: Settings,
  ctx: Context,
): Promise<void> => {
  const move = Object.fromEntries(
    Object.entries(changed).map(([name, to]): [string, [unknown, unknown]] => [
      name,
      [settings.get(name as SettingName), to],
    ]),
  );
  const by = displayOf(ctx.actor);
  await forgetExpired(ctx.db);
  const until = await addProposal(
    {
      ...{ id: randomUUID(), category: panel.name, move, proposer: ctx.actor.id, proposer_name: by },
      hours: settings.get('SECOND_PERSON_HOURS'),
    },
    ctx.db,
  );
  const waits: [string, string] = ['', formatDatetime(new Date(until), ctx.zone)];
  await ctx.engine.record(
    [
      {
        action: 'create',
        resource: panel.form,
        row: { id: panel.name },
        display: ctx.t('panels.proposal._'),
        diff: { ...diffOf(panel, changed, settings, ctx), [ctx.t('panels.proposal.until')]: waits },
      },
    ],
    ctx,
  );
  const others = (await holdersOf(secondPermission, ctx.db)).filter((id) => id !== ctx.actor.id);
  await notify(others, { key: 'settings_to_confirm', params: { by } }, ctx.db, { sender: ctx.actor.id });
};

/** What became of a change: stored with these values, or waiting for a second person. */
export type Submitted = { stored: Values } | { waits: true };

/** Stores a change of settings, or keeps it until a second person confirms it, where that is required. */
export const submitChange = async (
  panel: SettingForm,
  values: Values,
  settings: Settings,
  ctx: Context,
  notes: Record<string, [string, string]> = {},
): Promise<Submitted> => {
  const changed = changesOf(panel, values, settings);
  const mustWait =
    settings.get('SECOND_PERSON_ENABLED') &&
    Object.keys(changed).some((name) => isGuarded(settingSpecs[name as SettingName].category));
  if (!mustWait) {
    await requireSecond(changed, ctx);
    return { stored: await storeValues(panel, values, settings, ctx, notes) };
  }
  await propose(panel, changed, settings, ctx);
  return { waits: true };
};

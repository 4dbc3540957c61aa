import { previewRevert, revertChange } from '@gatehouse/contract/calls/settings.ts';
import { AppError, type Message } from '@gatehouse/contract/errors.ts';
import type { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { authorize, can } from '../../engine/permission.ts';
import type { Row } from '../../engine/resource.ts';
import { formatDatetime } from '../../platform/time.ts';
import { findOperation } from '../audit/findOperation.ts';
import type { ForesightDeps } from './consequences.ts';
import { formNamed, type JudgedMove, judgeMove, type Move } from './move.ts';
import { submitChange } from './proposals/propose.ts';
import { type SettingForm, settingLabel } from './settingForms.ts';

type Entry = Row<typeof operatelog>;

/** Labels of the settings of an entry that stay as they are. */
const leftOf = ({ reversal }: Entry, panel: SettingForm, ctx: Context): string[] =>
  Object.entries(reversal?.values ?? {}).flatMap(([name, pair]) =>
    pair || !(name in panel.form.fields) ? [] : [settingLabel(name, panel, ctx)],
  );

const nothing = (refusal: Message): JudgedMove => ({ diff: [], values: {}, consequences: [], refusal });

/** The way back: from what the change made of each setting to what it was before. */
const backwards = ({ category, values }: NonNullable<Entry['reversal']>): Move => ({
  category,
  values: Object.fromEntries(
    Object.entries(values).flatMap(([name, pair]) => (pair ? [[name, [pair[1], pair[0]]]] : [])),
  ),
});

/** The panel that an entry is about; undefined for one that is about no setting. */
const panelOf = ({ resource_key: key }: Entry): SettingForm | undefined =>
  key.startsWith('panels.') ? formNamed(key.slice('panels.'.length)) : undefined;

const judge = async (
  { reversal }: Entry,
  panel: SettingForm,
  deps: ForesightDeps,
  ctx: Context,
  hold: boolean,
): Promise<JudgedMove> => {
  if (!reversal) return nothing({ key: 'setting_values_not_kept' });
  const move = backwards(reversal);
  return Object.keys(move.values).length === 0
    ? nothing({ key: 'setting_secret_not_kept' })
    : judgeMove(move, panel, deps, ctx, hold);
};

/** Registers reverting a change of settings from its entry in the operate log. */
export const addReverts = (ports: HttpPorts, deps: ForesightDeps): void => {
  const { settings } = deps;
  bind(ports, previewRevert, async ({ ctx, params }) => {
    const entry = await findOperation(params.id, ctx);
    const panel = panelOf(entry);
    if (!panel || !can(ctx.actor, panel.change ?? panel.permission))
      return {
        is_setting: panel !== undefined,
        can_revert: false,
        reason: '',
        left: [],
        diff: [],
        consequences: [],
      };
    const judged = await judge(entry, panel, deps, ctx, false);
    const { refusal, diff, consequences } = judged;
    const reason = refusal ? ctx.t(`errors.${refusal.key}`, refusal.params) : '';
    const left = leftOf(entry, panel, ctx);
    return { is_setting: true, can_revert: !refusal, reason, left, diff, consequences };
  });
  bind(ports, revertChange, async ({ ctx, params }) => {
    const entry = await findOperation(params.id, ctx);
    const panel = panelOf(entry);
    if (!panel) throw new AppError('not_found');
    authorize(ctx, panel.change ?? panel.permission);
    // What other servers changed a moment ago counts.
    await settings.reload();
    const judged = await judge(entry, panel, deps, ctx, true);
    const { refusal } = judged;
    if (refusal) throw new AppError('changed_meanwhile', refusal.params, { messageKey: refusal.key });
    const made = `${entry.user}, ${formatDatetime(new Date(entry.datetime), ctx.zone)}`;
    const notes: Record<string, [string, string]> = { [ctx.t('panels.revert.label')]: ['', made] };
    const submitted = await submitChange(panel, judged.values, settings, ctx, notes);
    return { diff: judged.diff, waits: 'waits' in submitted };
  });
};

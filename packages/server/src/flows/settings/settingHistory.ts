import type { SettingHistory } from '@gatehouse/contract/calls/settings.ts';
import type { Context } from '../../engine/context.ts';
import { readChanges, type Settings } from '../../platform/settings.ts';
import { formatDatetime } from '../../platform/time.ts';
import type { SettingForm } from './settingForms.ts';
import { shownValues } from './settingValues.ts';

/** Defaults of the settings of a category as its form shows them, and who changed them last. */
export const historyOf = async (
  panel: SettingForm,
  settings: Settings,
  ctx: Context,
): Promise<SettingHistory[]> => {
  const names = Object.keys(panel.form.fields);
  const initial = shownValues(panel, settings, ctx, settings.defaults());
  const changes = await readChanges(names, ctx.db);
  return names.map((name) => {
    const change = changes.get(name);
    return {
      name,
      ...(name in initial && { initial: initial[name] }),
      changed_by: change?.by ?? '',
      date_changed: change ? formatDatetime(new Date(change.date), ctx.zone) : null,
    };
  });
};

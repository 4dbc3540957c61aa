import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import type { SettingPanel } from '@gatehouse/contract/settings/panels/panel.ts';
import {
  type SettingPanelName,
  settingPanelNames,
  settingPanels,
} from '@gatehouse/contract/settings/panels/settingPanels.ts';
import type { Context } from '../../engine/context.ts';
import { formOf } from '../../engine/form.ts';
import { fieldHelp, fieldLabel, groupLabel, resourceTitle } from '../../engine/labels.ts';
import { can } from '../../engine/permission.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Licence } from '../licence/licence.ts';
import { isGuarded } from './proposals/propose.ts';
import { type SettingForm, settingFormOf, useOf } from './settingForms.ts';

const helpOf = (text: string | undefined) => (text === undefined ? {} : { help: text });

const shownSetting = (name: string, form: SettingForm, ctx: Context) => {
  const use = useOf(name, form, ctx);
  return { name, label: fieldLabel(use), ...helpOf(use.field.help ? fieldHelp(use) : undefined) };
};

/** The text, if there is one. */
const optional = (key: string, ctx: Context): string | undefined => {
  const text = ctx.t(key);
  return text === key ? undefined : text;
};

const groupHelp = (panel: string, group: string, ctx: Context) =>
  helpOf(optional(`panels.${panel}.groupHelp.${group}`, ctx));

const shown = (name: SettingPanelName, ctx: Context): ShownSettingPanel => {
  const { category, page, tab, dialog, groups }: SettingPanel = settingPanels[name];
  const form = settingFormOf(category);
  const texts = formOf('panels', name, {});
  const words = optional(`panels.${name}.words`, ctx);
  return {
    name,
    category,
    page,
    tab,
    title: resourceTitle(texts, ctx),
    ...(words !== undefined && { words }),
    dialog: dialog === true,
    can_change: can(ctx.actor, form.change ?? form.permission),
    groups: Object.entries(groups).map(([group, settings]) => ({
      name: group,
      title: groupLabel(group, texts, ctx),
      ...groupHelp(name, group, ctx),
      settings: settings.map((setting) => shownSetting(setting, form, ctx)),
    })),
  };
};

/** The panels that the caller may read, in their language. */
export const shownPanels = (
  { licence, settings }: { licence: Licence; settings: Settings },
  ctx: Context,
): ShownSettingPanel[] => {
  const isLicensed = licence.isValid();
  const waits = settings.get('SECOND_PERSON_ENABLED');
  return settingPanelNames
    .filter((name) => {
      const { category, licence: needsLicence }: SettingPanel = settingPanels[name];
      return (isLicensed || !needsLicence) && can(ctx.actor, settingFormOf(category).permission);
    })
    .map((name) => ({
      ...shown(name, ctx),
      ...(waits && isGuarded(settingPanels[name].category) && { waits }),
    }));
};

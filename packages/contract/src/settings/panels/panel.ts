import type { settingCategories } from '../catalogue.ts';

type Categories = typeof settingCategories;
type OwnSettings<C extends keyof Categories> = Categories[C]['settings'];

/** Settings of other categories that this one names, where it names them one by one. */
type Shared<C extends keyof Categories> = Categories[C] extends { also: readonly (infer N extends string)[] }
  ? string extends N
    ? never
    : N
  : never;

/** Settings of a category that have an effect; others stand in no panel. */
type Effective<C extends keyof Categories> =
  | Shared<C>
  | {
      [K in keyof OwnSettings<C>]: OwnSettings<C>[K] extends { effect: 'nothing' } ? never : K & string;
    }[keyof OwnSettings<C>];

/** Pages of the settings that consist of panels: the last part of their addresses. */
export type SettingPageName =
  | 'basic'
  | 'msg'
  | 'features'
  | 'auth'
  | 'terminal'
  | 'security'
  | 'storage'
  | 'clean';

/** Settings of one category on a page of the console; titles and help are in `panels.json`. */
export type SettingPanel = {
  category: keyof Categories;
  page: SettingPageName;
  /** The tab in the address. */
  tab: string;
  /** Settings by group, in the order in which they are shown. */
  groups: { readonly [group: string]: readonly string[] };
  /** Shown in a dialog that the panel of its tab opens. */
  dialog?: true;
  /** Shown only with a valid licence. */
  licence?: true;
};

/** Builds the panel of a category. A setting of another category, or without an effect, does not compile. */
export const panel = <const C extends keyof Categories, const P extends Omit<SettingPanel, 'category'>>(
  category: C,
  declared: P & { groups: { readonly [group: string]: readonly Effective<C>[] } },
): P & { category: C } => ({ ...declared, category });

import type { WorkTab } from '../workspace.ts';

type Named = Pick<WorkTab, 'target' | 'title' | 'number'>;

/** The asset of a tab; with a number from its second tab on, so that they can be told apart. */
export const assetName = ({ target, number }: Omit<Named, 'title'>): string =>
  number > 1 ? `${target.asset.name} (${number})` : target.asset.name;

/** The name of a tab: what the user has called it, else its asset. */
export const tabName = (tab: Named): string => tab.title || assetName(tab);

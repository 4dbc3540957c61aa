import { useTranslation } from 'react-i18next';
import type { MenuItem } from '../../theme/kit/menu/MenuItem.ts';
import { type Action, offered } from './Action.ts';
import { useRun } from './useRun.ts';

/** Turns actions into menu items, with group headings and separators between sections. */
export const useMenuItems = () => {
  const { t } = useTranslation('common');
  const { run } = useRun();
  const itemsOf = (actions: readonly Action[]): MenuItem[] => {
    const items: MenuItem[] = [];
    let group: string | undefined;
    for (const action of offered(actions)) {
      if (action.divided && items.length > 0) items.push({ separator: true });
      if (action.group && action.group !== group) items.push({ heading: action.group });
      group = action.group;
      items.push({
        key: action.name,
        label: action.title,
        icon: action.icon,
        danger: action.danger,
        disabled: action.can === false,
        reason: action.reason ?? t('conditionsNotMet'),
        items: action.children && itemsOf(action.children),
        onSelect: () => void run(action),
      });
    }
    return items;
  };
  return itemsOf;
};

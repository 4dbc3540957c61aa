import type { MenuProps } from 'antd';
import { type Action, offered } from './Action.ts';
import { WhyNot } from './WhyNot.tsx';

type Items = NonNullable<MenuProps['items']>;

const itemOf = (action: Action): Items[number] => ({
  key: action.name,
  label: (
    <WhyNot action={action}>
      <span>{action.title}</span>
    </WhyNot>
  ),
  icon: action.icon,
  danger: action.danger,
  disabled: action.can === false,
  ...(action.children && { children: itemsOf(action.children) }),
});

/** Menu items of actions, with group headings and section dividers. */
export const itemsOf = (actions: readonly Action[]): Items => {
  const items: Items = [];
  let group: string | undefined;
  for (const action of offered(actions)) {
    if (action.divided && items.length > 0) items.push({ type: 'divider' });
    if (action.group && action.group !== group) {
      items.push({ type: 'group', key: `group:${action.group}`, label: action.group });
    }
    group = action.group;
    items.push(itemOf(action));
  }
  return items;
};

/** The action of a name, at any depth. */
export const findAction = (actions: readonly Action[], name: string): Action | undefined => {
  for (const action of actions) {
    if (action.name === name) return action;
    const inside = action.children && findAction(action.children, name);
    if (inside) return inside;
  }
  return undefined;
};

import { expect, test } from 'vitest';
import { organizationChoice } from './organizationChoice.ts';

test('the icon of an organization in the menu is either global or organization', () => {
  const isChoice = (icon: string) =>
    organizationChoice.safeParse({
      id: '1',
      name: 'Default',
      icon,
      disabled: false,
      is_default: true,
      is_root: false,
    }).success;
  expect([isChoice('global'), isChoice('organization'), isChoice('')]).toEqual([true, true, false]);
});

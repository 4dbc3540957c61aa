import { expect, test } from 'vitest';
import { organizationChoice } from './organizationChoice.ts';

test('an organization to choose is the global one or one of many', () => {
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

import { expect, test } from 'vitest';
import { chooseTab, type PageTab, visibleTabs } from './tabs.ts';
import { cutTitle, pageTitle } from './titles.ts';

const tabs: PageTab[] = [
  { key: 'Info', label: 'Info', hidden: () => true },
  { key: 'Accounts', label: 'Accounts' },
  { key: 'Activity', label: 'Activity' },
];

test('A-2.8-022 a tab is hidden by a flag or a function', () => {
  expect(visibleTabs(tabs).map((tab) => tab.key)).toEqual(['Accounts', 'Activity']);
});

test('A-2.8-019 A-2.8-020 the first preference that names a visible tab wins, regardless of case', () => {
  expect(chooseTab(tabs, ['activity', 'Accounts'])).toBe('Activity');
  expect(chooseTab(tabs, ['Info', undefined, null])).toBe('Accounts');
});

test('A-2.8-012 a name is cut at 80 characters with an ellipsis', () => {
  expect(cutTitle('x'.repeat(80))).toBe('x'.repeat(80));
  expect(cutTitle('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
});

test('A-2.8-009 the page title is the route title, then a dash and the title of the sign-in page if it has one', () => {
  expect(pageTitle('Users', 'Acme access')).toBe('Users - Acme access');
  expect(pageTitle('Users', undefined)).toBe('Users');
});

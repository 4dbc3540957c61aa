import { expect, test } from 'vitest';
import { contactSheet } from '../../photos/contactSheet.ts';
import { folderOf } from '../../photos/routes.ts';
import { wordsOf } from '../../photos/words.ts';

test.each([
  ['console/users/:user/update', 'console/users/user/update'],
  ['audit/sessions/sessions?activeTab=OfflineList', 'audit/sessions/sessions-activeTab-OfflineList'],
])('the pictures of %s are in %s', (path, folder) => {
  expect(folderOf(path)).toBe(folder);
});

test('a product text is found in another language by its English wording', async () => {
  const say = await wordsOf('zh-hans');
  expect('取消').toMatch(say('Cancel'));
  expect('更多操作（3）').toMatch(say('More actions ({{count}})'));
  expect(() => say('Nowhere to be read')).toThrow('Nowhere to be read');
});

test('the contact sheet shows every variant of a page', () => {
  const sheet = contactSheet(['console/users']);
  for (const look of ['light', 'dark', 'zh-hans', '390'])
    expect(sheet).toContain(`console/users/${look}.png`);
});

import { expect, test } from 'vitest';
import { renderShell } from '../../../../test/renderShell.tsx';

const perms = ['rbac.view_console', 'users.view_user', 'users.add_user'];
const LIST = '/console/users/users';
const FORM = '/console/users/users/create';

/** Opens the shell with a text field as every page, to see whether its input is kept. */
const open = async (at: string) => {
  const page = await renderShell({ at, profile: { perms }, page: <input aria-label="Draft" /> });
  const { screen, router } = page;
  return {
    ...page,
    draft: () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Draft' }),
    goTo: async (path: string, heading: string) => {
      await router.navigate(path);
      await screen.findByRole('heading', { level: 1, name: heading });
    },
  };
};

test('a form that was left starts afresh', async () => {
  const { user, draft, goTo } = await open(FORM);
  await user.type(await draft(), 'mara');
  await goTo(LIST, 'Users');
  await goTo(FORM, 'Create user');
  expect((await draft()).value).toBe('');
});

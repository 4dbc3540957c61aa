import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { PasswordChecks } from './PasswordChecks.tsx';

const settings = {
  PASSWORD_RULE: {
    SECURITY_PASSWORD_MIN_LENGTH: 8,
    SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 12,
    SECURITY_PASSWORD_UPPER_CASE: true,
    SECURITY_PASSWORD_NUMBER: true,
  },
};

test.each([
  [
    false,
    [
      ['Needs at least 8 characters', 'true'],
      ['Needs an uppercase letter', 'true'],
      ['Needs a digit', 'false'],
    ],
  ],
  [
    true,
    [
      ['Needs at least 12 characters', 'false'],
      ['Needs an uppercase letter', 'true'],
      ['Needs a digit', 'false'],
    ],
  ],
])(
  'B-5-014 every password rule of the settings is marked as met or not (isAdmin is %s)',
  async (isAdmin, marks) => {
    const { screen } = await renderPage({
      page: <PasswordChecks value="Abcdefgh" isAdmin={isAdmin} />,
      routes: {},
      caller: { settings },
    });
    const found = (await screen.findAllByRole('listitem')).map((item) => [
      item.textContent,
      item.dataset.met,
    ]);
    expect(found).toEqual(marks);
  },
);

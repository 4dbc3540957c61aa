import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { temptoken } from '@gatehouse/contract/resources/authentication/temptoken.ts';
// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { domainOptions, meta } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { detailRow, listRow, pageOf } from '../../../../test/sampleRow.ts';
import { TempPasswords } from './TempPasswords.tsx';

const URL = '/api/v1/authentication/temp-tokens/';
type Row = RowOf<typeof temptoken, 'list'>;

const options: OptionsBody = {
  ...domainOptions,
  actions: {
    GET: {
      username: meta({ label: 'Username' }),
      secret: meta({ label: 'Secret' }),
      is_valid: meta({ label: 'Valid', type: 'boolean' }),
    },
  },
  view: { ...domainOptions.view!, key: 'authentication.temptoken', titles: 'Temporary passwords', form: [] },
};

const perms = ['view', 'add', 'change'].map((verb) => `authentication.${verb}_temptoken`);
const token = { id: 't1', username: 'mara', secret: 'once-only', is_valid: true };

/** Opens the list; creating a password adds it to the rows. */
const open = async (routes: (rows: Row[]) => Record<string, unknown>) => {
  const rows: Row[] = [];
  const opened = await renderPage({
    page: <TempPasswords resource="authentication.temptoken" url={URL} name="TempPassword" />,
    routes: {
      [`OPTIONS ${URL}`]: options,
      [`POST ${URL}`]: () => {
        rows.push(listRow(temptoken, token));
        return detailRow(temptoken, token);
      },
      ...routes(rows),
    },
    caller: { perms },
  });
  const [create] = await opened.screen.findAllByRole('button', { name: 'Create' });
  await opened.user.click(create as HTMLElement);
  return opened;
};

test('B-3-023 temporary passwords are listed, created with one click and can be expired', async () => {
  const { screen, user, server } = await open((rows) => ({
    [`GET ${URL}`]: () => pageOf(rows),
    ...answerTo(`PATCH ${URL}:id/expire/`, detailRow(temptoken, { id: 't1', is_valid: false }), { id: 't1' }),
  }));
  const row = (await screen.findByText('mara')).closest('tr') as HTMLElement;
  expect(screen.getByRole('table', { name: 'temporary passwords' })).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Expire' }));
  await waitFor(() => expect(server.calls('PATCH', `${URL}t1/expire/`)).toHaveLength(1));
});

test('a row created while the list is still loading is listed', async () => {
  const answered = Promise.withResolvers<void>();
  let isFirst = true;
  const { screen, server } = await open((rows) => ({
    [`GET ${URL}`]: async () => {
      const found = pageOf([...rows]);
      if (isFirst) {
        isFirst = false;
        await answered.promise;
      }
      return found;
    },
  }));
  await waitFor(() => expect(server.calls('POST', URL)).toHaveLength(1));
  answered.resolve();
  expect(await screen.findByText('mara')).toBeTruthy();
});

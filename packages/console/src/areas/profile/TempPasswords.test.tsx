import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { temptoken } from '@gatehouse/contract/resources/authentication/temptoken.ts';
// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { domainOptions, meta } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { detailRow, listRow, pageOf } from '../../../test/sampleRow.ts';
import { TempPasswords } from './TempPasswords.tsx';

const URL = '/api/v1/authentication/temp-tokens/';
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

test('B-3-023 temporary passwords are listed, created with one click and can be ended', async () => {
  const rows: RowOf<typeof temptoken, 'list'>[] = [];
  const { screen, user, server } = await renderPage({
    page: <TempPasswords resource="authentication.temptoken" url={URL} name="TempPassword" />,
    routes: {
      [`OPTIONS ${URL}`]: options,
      [`GET ${URL}`]: () => pageOf(rows),
      [`POST ${URL}`]: () => {
        const row = { id: 't1', username: 'mara', secret: 'once-only', is_valid: true };
        rows.push(listRow(temptoken, row));
        return detailRow(temptoken, row);
      },
      ...answerTo(`PATCH ${URL}:id/expire/`, detailRow(temptoken, { id: 't1', is_valid: false }), {
        id: 't1',
      }),
    },
    caller: { perms: ['view', 'add', 'change'].map((verb) => `authentication.${verb}_temptoken`) },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Create' }))[0] as HTMLElement);
  const row = (await screen.findByText('mara')).closest('tr') as HTMLElement;
  expect(screen.getByRole('table', { name: 'temporary passwords' })).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Expire' }));
  await waitFor(() => expect(server.calls('PATCH', `${URL}t1/expire/`)).toHaveLength(1));
});

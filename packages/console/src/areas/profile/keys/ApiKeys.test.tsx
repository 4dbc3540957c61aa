import { accesskey } from '@gatehouse/contract/resources/authentication/accesskey.ts';
// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { domainOptions, meta } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { listRow, pageOf } from '../../../../test/sampleRow.ts';
import { ApiKeys } from './ApiKeys.tsx';

const URL = '/api/v1/authentication/access-keys/';
const options: OptionsBody = {
  ...domainOptions,
  actions: { GET: { id: meta({ label: 'Key' }) } },
  view: { ...domainOptions.view!, key: 'authentication.accesskey', titles: 'API keys', form: [] },
};

test('B-2-027 the secret of a key is hidden behind six asterisks', async () => {
  const { screen } = await renderPage({
    page: <ApiKeys resource="authentication.accesskey" url={URL} name="ApiKey" />,
    routes: {
      [`OPTIONS ${URL}`]: options,
      [`GET ${URL}`]: pageOf([listRow(accesskey, { id: 'k1' })]),
    },
    caller: { perms: ['authentication.view_accesskey'] },
  });
  const row = (await screen.findByText('k1')).closest('tr') as HTMLElement;
  expect(within(row).getByText(/^\*+$/).textContent).toBe('******');
});

// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import {
  DOMAINS,
  domainNames,
  domainPerms,
  domainRoutes,
  writtenZone,
  zoneRow,
} from '../../../test/domains.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import { SwitchCell } from '../cells/SwitchCell.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { LabelsDialog } from '../labels/LabelsDialog.tsx';
import { ResourceFormPage } from '../pages/ResourceFormPage.tsx';

const ROW = `${DOMAINS}d1/`;
const UNDO = '/api/v1/common/undo/';
const AT = '/console/assets/domains/d1/update';
const row = zoneRow();

/** A row that changes by what is sent, and goes back to what it was by an undo. */
const store = () => {
  let now = row;
  const change = (seen: Seen) => {
    now = writtenZone(seen, now);
    return answer(200, now, { 'X-Undo': 'token' });
  };
  return {
    ...domainRoutes(3),
    [`OPTIONS ${ROW}`]: domainRoutes(1)[`OPTIONS ${DOMAINS}`],
    [`GET ${ROW}`]: () => answer(200, now, { ETag: '"v1"' }),
    [`PATCH ${ROW}`]: change,
    [`PUT ${ROW}`]: change,
    [`POST ${UNDO}`]: () => {
      now = row;
      return { restored: 1, left: [] };
    },
  };
};

const open = (page: ReactNode) =>
  renderPage({
    page,
    routes: store(),
    caller: { perms: domainPerms },
    names: domainNames,
    at: AT,
    pattern: '/console/assets/domains/:id/update',
  });
type Page = Awaited<ReturnType<typeof open>>;

const undone = async ({ screen, user, server }: Page, method: 'PATCH' | 'PUT') => {
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone');
  expect(server.calls(method, ROW)[0]?.headers.get('x-undo')).toBe('1');
  expect(server.calls('POST', UNDO).map(({ body }) => body)).toEqual([{ token: 'token' }]);
};

function Active() {
  const http = useHttp();
  const { data, refetch } = useQuery({
    queryKey: ['row', ROW],
    queryFn: () => http.get<{ is_active: boolean }>(ROW),
  });
  if (!data) return null;
  return (
    <SwitchCell
      label="Active"
      isOn={data.is_active}
      url={ROW}
      body={(is_active) => ({ is_active })}
      onChanged={() => void refetch()}
    />
  );
}

test('a switch can be undone, and then shows what the row is again', async () => {
  const page = await open(<Active />);
  const { screen, user, server } = page;
  const isOn = async () =>
    (await screen.findByRole('switch', { name: 'Active' })).getAttribute('aria-checked');
  await user.click(await screen.findByRole('switch', { name: 'Active' }));
  await screen.findByText('Changed Active');
  expect(await isOn()).toBe('false');
  await waitFor(() => expect(server.calls('GET', ROW)).toHaveLength(2));
  await undone(page, 'PATCH');
  await waitFor(async () => expect(await isOn()).toBe('true'));
});

const rename = async ({ screen, user }: Page) => {
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await waitFor(() => expect(name).toHaveProperty('value', 'zone-1'));
  await user.type(name, 'x');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
};

test('the save of a form page can be undone, and still says which version it changed', async () => {
  const page = await open(<ResourceFormPage resource="assets.domain" url={DOMAINS} name="Domain" />);
  await rename(page);
  await undone(page, 'PUT');
  expect(page.server.calls('PUT', ROW)[0]?.headers.get('if-match')).toBe('"v1"');
});

test('the save of a form in a dialog can be undone', async () => {
  const page = await open(<FormDialog url={DOMAINS} mode="edit" id="d1" onClose={() => undefined} />);
  await rename(page);
  await undone(page, 'PUT');
});

test('labels edited in place can be undone', async () => {
  const page = await open(
    <LabelsDialog
      url={DOMAINS}
      id="d1"
      labels={['env:prod']}
      onClose={() => undefined}
      onSaved={() => undefined}
    />,
  );
  const { screen, user } = page;
  await user.click(await screen.findByRole('button', { name: /Remove.*env:prod|env:prod.*[Rr]emove/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await undone(page, 'PATCH');
});

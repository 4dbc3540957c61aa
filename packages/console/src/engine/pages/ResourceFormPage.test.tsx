import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { DOMAINS, domainNames, domainOptions, domainPerms, zoneRow } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import type { FormSlots } from '../form/FormSlots.ts';
import { ResourceFormPage } from './ResourceFormPage.tsx';

const CREATE = '/console/assets/domains/create';
const row = zoneRow({ kind: { value: 'wan', label: 'WAN' }, rules: { ip_group: ['10.0.0.1'] } });

const open = (
  over: { routes?: Record<string, unknown>; at?: string; pattern?: string; slots?: FormSlots } = {},
) =>
  renderPage({
    page: <ResourceFormPage resource="assets.domain" url={DOMAINS} name="Domain" slots={over.slots} />,
    routes: {
      [`OPTIONS ${DOMAINS}`]: domainOptions,
      [`OPTIONS ${DOMAINS}d1/`]: domainOptions,
      [`GET ${DOMAINS}d1/`]: row,
      ...over.routes,
    },
    caller: { perms: domainPerms },
    names: domainNames,
    at: over.at ?? CREATE,
    pattern: over.pattern ?? CREATE,
  });

const updateAt = { at: '/console/assets/domains/d1/update', pattern: '/console/assets/domains/:id/update' };

describe('the form of a new row', () => {
  test('A-2.8-011 B-2-016 groups come from the definition; buttons are Save and add another, and Submit', async () => {
    const { screen } = await open();
    await screen.findByRole('textbox', { name: /Name/ });
    expect(screen.getAllByRole('heading', { level: 2 }).map((element) => element.textContent)).toEqual([
      'Basic',
      'Access',
      'Other',
    ]);
    expect(screen.getByRole('button', { name: 'Save and add another' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create domain');
  });

  test('B-5-040 B-5-041 the widget follows the metadata', async () => {
    const { screen } = await open();
    expect((await screen.findByLabelText(/Password/)).getAttribute('type')).toBe('password');
    expect(screen.getByLabelText('Comment').tagName).toBe('TEXTAREA');
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(
      (screen.getByRole('switch', { name: 'Active' }) as HTMLButtonElement).getAttribute('aria-checked'),
    ).toBe('true');
  });

  test('B-4-042 Submit is disabled if the page forbids submitting', async () => {
    const { screen } = await open({ slots: { canSubmit: false } });
    await screen.findByRole('textbox', { name: /Name/ });
    expect(screen.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(true);
  });

  test('B-5-036 a hidden field is neither validated nor sent', async () => {
    const slots: FormSlots = {
      fields: { comment: { hidden: ({ kind }) => kind !== 'wan', required: true } },
    };
    const { screen, user, server } = await open({ slots, routes: { [`POST ${DOMAINS}`]: answer(201, row) } });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'dmz');
    expect(screen.queryByLabelText(/Comment/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.calls('POST', DOMAINS)).toHaveLength(1));
    expect(server.calls('POST', DOMAINS)[0]?.body).not.toHaveProperty('comment');
  });
});

describe('submitting a new row', () => {
  test('B-4-043 B-5-001 missing values are reported on the field and in the summary, and nothing is sent', async () => {
    const { screen, user, server } = await open();
    await screen.findByRole('textbox', { name: /Name/ });
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Enter a name.');
    const summary = screen.getByRole('alert');
    within(summary).getByText('1 field needs attention');
    await user.click(within(summary).getByRole('button', { name: 'Name' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Name/ }));
    expect(server.calls('POST', DOMAINS)).toHaveLength(0);
  });

  test('B-4-040 A-5-006 B-5-038 the body is posted, trimmed, with its password encrypted', async () => {
    const { screen, user, server, router } = await open({
      routes: { [`POST ${DOMAINS}`]: answer(201, { ...row, id: 'new' }) },
    });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), '  dmz ');
    await user.type(screen.getByLabelText(/Password/), 'pw');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.calls('POST', DOMAINS)).toHaveLength(1));
    expect(server.calls('POST', DOMAINS)[0]?.body).toMatchObject({
      name: 'dmz',
      kind: 'lan',
      is_active: true,
      password: 'encrypted:pw',
      rules: { ip_group: ['*'] },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains'));
    expect(router.state.location.search).toBe('?order=-date_updated');
    await screen.findByText('Created domain zone-1');
  });

  test('B-8-008 save and add another stays on an empty form', async () => {
    const { screen, user, router } = await open({ routes: { [`POST ${DOMAINS}`]: answer(201, row) } });
    const name = await screen.findByRole('textbox', { name: /Name/ });
    await user.type(name, 'dmz');
    await user.click(screen.getByRole('button', { name: 'Save and add another' }));
    await screen.findByText('Created zone-1. Ready for the next one.');
    await waitFor(() =>
      expect((screen.getByRole('textbox', { name: /Name/ }) as HTMLInputElement).value).toBe(''),
    );
    expect(router.state.location.pathname).toBe(CREATE);
  });
});

describe('a new row the server refuses', () => {
  test('A-5-001 server errors appear on their fields, also inside objects; others in the summary', async () => {
    const refusal = {
      name: ['Taken', 'Too short'],
      rules: { ip_group: ['Bad range'] },
      non_field_errors: ['Not now'],
    };
    const { screen, user } = await open({ routes: { [`POST ${DOMAINS}`]: answer(400, refusal) } });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'dmz');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Taken; Too short');
    await screen.findByText('Bad range');
    const summary = screen.getByRole('alert');
    within(summary).getByText('3 fields need attention');
    within(summary).getByText('Not now');
    expect((screen.getByRole('textbox', { name: /Name/ }) as HTMLInputElement).value).toBe('dmz');
  });

  test('B-8-011 a server failure is reported with its reason, and the form keeps its values', async () => {
    const { screen, user } = await open({ routes: { [`POST ${DOMAINS}`]: answer(500) } });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'dmz');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Create failed');
    screen.getByText('Server error. The request could not be completed.');
    expect((screen.getByRole('textbox', { name: /Name/ }) as HTMLInputElement).value).toBe('dmz');
  });
});

describe('updating', () => {
  test('B-4-040 an update loads the row, has Reset but no "Save and add another", and is a PUT', async () => {
    const { screen, user, server } = await open({ ...updateAt, routes: { [`PUT ${DOMAINS}d1/`]: row } });
    const name = (await screen.findByDisplayValue('zone-1')) as HTMLInputElement;
    expect(screen.queryByRole('button', { name: 'Save and add another' })).toBeNull();
    await user.clear(name);
    await user.type(name, 'renamed');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect((screen.getByRole('textbox', { name: /Name/ }) as HTMLInputElement).value).toBe('zone-1');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.calls('PUT', `${DOMAINS}d1/`)).toHaveLength(1));
    expect(server.calls('PUT', `${DOMAINS}d1/`)[0]?.body).toMatchObject({
      name: 'zone-1',
      kind: 'wan',
      rules: { ip_group: ['10.0.0.1'] },
    });
  });

  test('B-8-011 a failed update is reported with its reason', async () => {
    const { screen, user } = await open({ ...updateAt, routes: { [`PUT ${DOMAINS}d1/`]: answer(500) } });
    await user.type(await screen.findByDisplayValue('zone-1'), 'x');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Update failed');
    screen.getByText('Server error. The request could not be completed.');
  });

  test('a lost web session is reported only by its dialog', async () => {
    const { screen, user, platform } = await open({
      ...updateAt,
      routes: { [`PUT ${DOMAINS}d1/`]: answer(401) },
    });
    await user.type(await screen.findByDisplayValue('zone-1'), 'x');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText(/^You have been signed out. Your input stays on this page/);
    expect(platform.notify.store.get().toasts).toEqual([]);
  });

  test('leaving with changes asks first', async () => {
    const { screen, user, router } = await open(updateAt);
    await user.type(await screen.findByDisplayValue('zone-1'), 'x');
    void router.navigate('/elsewhere');
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Leave without saving?');
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/console/assets/domains/d1/update');
  });

  test('a deleted row is reported', async () => {
    const { screen } = await open({
      ...updateAt,
      routes: { [`GET ${DOMAINS}d1/`]: answer(404, { detail: 'Gone' }) },
    });
    await screen.findByText('Gone');
    expect(screen.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('cloning', () => {
  test('B-4-041 a clone starts from the row with a new name and is posted with clone_from', async () => {
    const { screen, user, server } = await open({
      at: `${CREATE}?clone_from=d1`,
      routes: { [`POST ${DOMAINS}`]: answer(201, row) },
    });
    await screen.findByDisplayValue('Clone of zone-1');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.calls('POST', DOMAINS)).toHaveLength(1));
    expect(server.calls('POST', DOMAINS)[0]).toMatchObject({
      query: { clone_from: 'd1' },
      body: { name: 'Clone of zone-1', kind: 'wan' },
    });
  });
});

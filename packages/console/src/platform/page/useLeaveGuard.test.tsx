// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { Link, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { useLeaveGuard } from './useLeaveGuard.ts';
import { useUnsaved } from './useUnsaved.ts';

function Form({ isDirty }: { isDirty: boolean }) {
  useLeaveGuard(isDirty);
  return <Link to="/elsewhere">away</Link>;
}

test('a page with changes asks before it is left, and stays on request', async () => {
  const { screen, user, router } = await renderPage({ page: <Form isDirty />, routes: {}, at: '/form' });
  await user.click(await screen.findByRole('link', { name: 'away' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/form');
  await user.click(screen.getByRole('link', { name: 'away' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
});

test('navigating again during the question asks no second time, and the last target is used', async () => {
  const { screen, user, router } = await renderPage({ page: <Form isDirty />, routes: {}, at: '/form' });
  await user.click(await screen.findByRole('link', { name: 'away' }));
  await screen.findByRole('dialog');
  await act(() => router.navigate('/further'));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/further'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a page without changes is left at once', async () => {
  const { screen, user, router } = await renderPage({
    page: <Form isDirty={false} />,
    routes: {},
    at: '/form',
  });
  await user.click(await screen.findByRole('link', { name: 'away' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
});

test('the back button also asks when it only leads to another tab of the page', async () => {
  const { screen, user, router } = await renderPage({ page: <Form isDirty />, routes: {}, at: '/form' });
  await screen.findByRole('link', { name: 'away' });
  await act(() => router.navigate('/form?activeTab=host'));
  await act(() => router.navigate(-1));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(router.state.location.search).toBe('?activeTab=host');
});

test('a page still open after one of its tabs was left asks again', async () => {
  const { screen, user, router } = await renderPage({ page: <Form isDirty />, routes: {}, at: '/form' });
  await screen.findByRole('link', { name: 'away' });
  await act(() => router.navigate('/form?activeTab=host'));
  await act(() => router.navigate(-1));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await user.click(screen.getByRole('link', { name: 'away' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/form');
});

function Saved() {
  const unsaved = useUnsaved();
  const navigate = useNavigate();
  useLeaveGuard(unsaved.isUnsaved);
  const save = () => {
    unsaved.lift();
    void navigate('/elsewhere');
  };
  return (
    <>
      <input aria-label="Name" onChange={unsaved.mark} />
      <button type="button" onClick={save}>
        Save
      </button>
    </>
  );
}

test('leaving right after saving asks nothing', async () => {
  const { screen, user, router } = await renderPage({ page: <Saved />, routes: {}, at: '/form' });
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'lan');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
});

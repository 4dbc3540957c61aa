// @vitest-environment jsdom
import { act, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { Modal } from '../dialog/Modal.tsx';
import { useGuardedClose } from './useGuardedClose.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

function Box({ onClose }: { onClose: () => void }) {
  const close = useGuardedClose(true, onClose);
  return <Modal open title="Account" onCancel={close} />;
}

/** A page with unsaved changes, and over it a dialog with unsaved changes. */
function Form() {
  const [isOpen, setOpen] = useState(true);
  useLeaveGuard(true);
  return isOpen && <Box onClose={() => setOpen(false)} />;
}

const DROP = 'Close without saving?';
const LEAVE = 'Leave without saving?';

const openForm = async () => {
  const page = await renderPage({ page: <Form />, routes: {}, at: '/form' });
  const { screen, router, user } = page;
  await act(() => router.navigate('/form?activeTab=host'));
  await screen.findByText('Account');
  const goBack = () => act(() => router.navigate(-1));
  // In tests all dialogs of the library share one id, so questions are found by their text.
  const questions = () => [DROP, LEAVE].filter((title) => screen.queryByText(title));
  const press = async (title: string, name: string) => {
    const question = (await screen.findByText(title)).closest('[role="dialog"]') as HTMLElement;
    await user.click(within(question).getByRole('button', { name }));
  };
  return { ...page, press, goBack, questions };
};

test('going back while a dialog asks whether to close asks about the page instead, and both stay on request', async () => {
  const { screen, user, router, press, goBack, questions } = await openForm();
  await user.keyboard('{Escape}');
  await screen.findByText(DROP);
  await goBack();
  await screen.findByText(LEAVE);
  await waitFor(() => expect(questions()).toEqual([LEAVE]));
  // Enter must not lose what was typed.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Stay'));
  await press(LEAVE, 'Stay');
  await waitFor(() => expect(questions()).toEqual([]));
  expect(router.state.location.search).toBe('?activeTab=host');
  expect(screen.getByText('Account')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText(DROP);
});

test("answering the page's own question leaves the page, even if the dialog asked first", async () => {
  const { screen, user, router, press, goBack } = await openForm();
  await user.keyboard('{Escape}');
  await screen.findByText(DROP);
  await goBack();
  await press(LEAVE, 'Leave');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test("closing a dialog before the page's question appears asks about the dialog, and the page stays", async () => {
  const { screen, user, router, press, goBack, questions } = await openForm();
  await Promise.all([goBack(), user.keyboard('{Escape}')]);
  await screen.findByText(DROP);
  await waitFor(() => expect(questions()).toEqual([DROP]));
  await press(DROP, 'Close');
  await waitFor(() => expect(screen.queryByText('Account')).toBeNull());
  expect(questions()).toEqual([]);
  expect(router.state.location.search).toBe('?activeTab=host');
});

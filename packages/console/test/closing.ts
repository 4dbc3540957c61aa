import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, type Mock } from 'vitest';

/** Closes a dialog with unsaved input by Escape: it asks, and stays open when the user keeps editing. */
const expectAskingEscape = async (user: UserEvent, onClose: Mock): Promise<void> => {
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
};

/** Closes a dialog with unsaved input, by Escape and by its button: both ask, and the answer decides. */
export const expectAskingClose = async (user: UserEvent, onClose: Mock): Promise<void> => {
  await expectAskingEscape(user, onClose);
  await expectAskingCancel(user, onClose);
};

/** Closes a dialog with unsaved input by its button: it asks, and closes when the user says so. */
export const expectAskingCancel = async (user: UserEvent, onClose: Mock): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  // In tests all dialogs of the library have the same title id, so this one is found by its text.
  const dialog = await screen.findByText('Close without saving?');
  const question = within(dialog.closest('[role="dialog"]') as HTMLElement);
  await user.click(question.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
};

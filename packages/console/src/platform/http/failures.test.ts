import { expect, test, vi } from 'vitest';
import { createNotifier } from '../notify/notifier.ts';
import { guardPage } from '../page/leaveGuards.ts';
import { createFailureHandler } from './failures.ts';
import { HttpError } from './HttpError.ts';

const setup = (answer = true) => {
  const deps = {
    notify: createNotifier((key) => key),
    confirm: vi.fn(async () => answer),
    t: (key: string) => key,
    goToLogin: vi.fn(),
    signInBeside: vi.fn(),
    isStarted: () => true,
  };
  const toasts = () => deps.notify.store.get().toasts.map(({ text, detail }) => ({ text, detail }));
  return { deps, handle: createFailureHandler(deps), toasts };
};
const failure = (status: number, url = '/api/v1/assets/assets/') =>
  new HttpError({ status, url, method: 'GET' });

test('A-8-001 A-8-003 a 401 is not shown as a toast; a dialog leads to the sign-in page', async () => {
  const { deps, handle, toasts } = setup();
  handle(failure(401), {});
  handle(failure(401), {});
  await vi.waitFor(() => expect(deps.goToLogin).toHaveBeenCalledOnce());
  expect(deps.confirm).toHaveBeenCalledOnce();
  expect(toasts()).toEqual([]);
});

test('A-8-002 a 401 of the profile leads to the sign-in page at once', () => {
  const { deps, handle } = setup();
  handle(failure(401, '/api/v1/users/profile/'), { disableFlashErrorMsg: true });
  expect(deps.goToLogin).toHaveBeenCalledOnce();
  expect(deps.confirm).not.toHaveBeenCalled();
});

test('a 401 on a page with unsaved changes opens the sign-in page in another window', async () => {
  const { deps, handle } = setup();
  const release = guardPage();
  handle(failure(401, '/api/v1/users/profile/'), { disableFlashErrorMsg: true });
  handle(failure(401), {});
  await vi.waitFor(() => expect(deps.signInBeside).toHaveBeenCalledOnce());
  expect(deps.confirm).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ body: 'error.loginRequiredBeside' }),
  );
  expect(deps.goToLogin).not.toHaveBeenCalled();
  release();
});

test('A-8-011 other errors are shown as a toast unless the request disables it', () => {
  const { handle, toasts } = setup();
  handle(failure(500), { disableFlashErrorMsg: true });
  expect(toasts()).toEqual([]);
  handle(failure(500), {});
  expect(toasts()).toEqual([{ text: 'error.server', detail: undefined }]);
});

test('a request may say what failed; the reason is shown below', () => {
  const { handle, toasts } = setup();
  handle(failure(500), { whatFailed: 'not removed' });
  expect(toasts()).toEqual([{ text: 'not removed', detail: 'error.server' }]);
});

test('a cancelled confirmation shows no error', () => {
  const { handle, toasts } = setup();
  handle(failure(412), {});
  handle(failure(412), { whatFailed: 'not removed' });
  expect(toasts()).toEqual([]);
});

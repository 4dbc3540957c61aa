import { expect, test, vi } from 'vitest';
import { createFailureHandler } from './failures.ts';
import { HttpError } from './HttpError.ts';

const setup = (answer = true) => {
  const deps = {
    notify: { error: vi.fn() },
    confirm: vi.fn(async () => answer),
    t: (key: string) => key,
    goToLogin: vi.fn(),
    isStarted: () => true,
  };
  return { deps, handle: createFailureHandler(deps) };
};
const failure = (status: number, url = '/api/v1/assets/assets/') =>
  new HttpError({ status, url, method: 'GET' });

test('A-8-001 A-8-003 a 401 is not flashed; a box leads to the login page', async () => {
  const { deps, handle } = setup();
  handle(failure(401), {});
  handle(failure(401), {});
  await vi.waitFor(() => expect(deps.goToLogin).toHaveBeenCalledOnce());
  expect(deps.confirm).toHaveBeenCalledOnce();
  expect(deps.notify.error).not.toHaveBeenCalled();
});

test('A-8-002 a 401 of the profile goes to the login page at once', () => {
  const { deps, handle } = setup();
  handle(failure(401, '/api/v1/users/profile/'), { disableFlashErrorMsg: true });
  expect(deps.goToLogin).toHaveBeenCalledOnce();
  expect(deps.confirm).not.toHaveBeenCalled();
});

test('A-8-011 other errors are flashed unless the request says no', () => {
  const { deps, handle } = setup();
  handle(failure(500), { disableFlashErrorMsg: true });
  expect(deps.notify.error).not.toHaveBeenCalled();
  handle(failure(500), {});
  expect(deps.notify.error).toHaveBeenCalledOnce();
});

test('a cancelled confirmation is no error message', () => {
  const { deps, handle } = setup();
  handle(failure(412), {});
  expect(deps.notify.error).not.toHaveBeenCalled();
});

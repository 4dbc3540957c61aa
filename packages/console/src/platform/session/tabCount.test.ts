import { expect, test, vi } from 'vitest';
import { keepTabCounted } from './tabCount.ts';

const setup = () => {
  const http = { call: vi.fn(async () => undefined) };
  const target = new EventTarget();
  keepTabCounted({ http: http as never, target });
  return { http, target };
};
const pageshow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

test('A-4.1-004 a closing tab sends one DELETE of user-session that outlives the page', () => {
  const { http, target } = setup();
  target.dispatchEvent(new Event('pagehide'));
  target.dispatchEvent(new Event('pagehide'));
  expect(http.call).toHaveBeenCalledOnce();
  expect(http.call).toHaveBeenCalledWith(
    'DELETE /api/v1/authentication/user-session/',
    expect.objectContaining({ keepalive: true }),
  );
});

test('a page restored by the browser counts again', () => {
  const { http, target } = setup();
  target.dispatchEvent(pageshow(false));
  target.dispatchEvent(new Event('pagehide'));
  target.dispatchEvent(pageshow(true));
  const added = 'GET /api/v1/authentication/user-session/';
  expect(http.call.mock.calls.filter(([name]: unknown[]) => name === added)).toHaveLength(1);
});

import { expect, test, vi } from 'vitest';
import { keepTabCounted } from './tabCount.ts';

const setup = () => {
  const http = { get: vi.fn(async () => undefined), delete: vi.fn(async () => undefined) };
  const target = new EventTarget();
  keepTabCounted({ http: http as never, target });
  return { http, target };
};
const pageshow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

test('A-4.1-004 a closing tab sends the session delete once, in a way that outlives the page', () => {
  const { http, target } = setup();
  target.dispatchEvent(new Event('pagehide'));
  target.dispatchEvent(new Event('pagehide'));
  expect(http.delete).toHaveBeenCalledOnce();
  expect(http.delete).toHaveBeenCalledWith(
    '/api/v1/authentication/user-session/',
    expect.objectContaining({ keepalive: true }),
  );
});

test('a page the browser brings back counts again', () => {
  const { http, target } = setup();
  target.dispatchEvent(pageshow(false));
  target.dispatchEvent(new Event('pagehide'));
  target.dispatchEvent(pageshow(true));
  expect(http.get).toHaveBeenCalledOnce();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('A-2.9-035 the download centre tells everyone, in their language, which clients to use and where', async () => {
  const browser = server.browser();
  const page = await browser.get('/core/download/');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<h1>Clients</h1>');
  for (const address of ['/luna/', '/ui/', '/api/docs/']) expect(page.text).toContain(`href="${address}"`);
  const chinese = await browser.get('/core/download/', undefined, { 'accept-language': 'zh-CN' });
  expect(chinese.text).toContain('<h1>客户端</h1>');
});

test('the sign-in page shows success differently from errors', async () => {
  const browser = server.browser();
  const out = await browser.get('/core/auth/login/?signed_out=1');
  expect(out.text).toContain('role="status">You have signed out.<');
  expect(out.text).not.toContain('role="alert"');
  const broken = await browser.get('/core/auth/login/?csrf_failure=1');
  expect(broken.text).toContain('role="alert"');
});

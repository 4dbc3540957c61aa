import { contrast } from '@gatehouse/contract/look/contrast.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Api, startConformance } from '../../../test/conformance/samples.ts';
import { pngOf } from '../../../test/pictures/png.ts';
import { imageSettings } from './look.ts';
import { removeUnnamedPictures } from './oldPictures.ts';

const url = '/api/v1/xpack/interface/setting/';
const permissions = ['settings.change_interface'];

let api: Api;
beforeAll(async () => {
  api = await startConformance();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.as({ permissions }).put(`${url}restore/`, {});
});

type Look = Record<string, string>;
const send = async (parts: Record<string, string | File>, caller = api.as({ permissions })) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  const { status, json } = await caller.put(url, Buffer.from(await sent.arrayBuffer()), {
    'content-type': type,
  });
  return { status, json: json as Look };
};
const file = (content: Buffer | string, name = 'logo.png', type = 'image/png') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type });
const open = async () =>
  ((await api.as({ anonymous: true }).get('/api/v1/settings/public/open/')).json as { INTERFACE: Look })
    .INTERFACE;
const page = async () => (await api.as({ anonymous: true }).get('/core/auth/login/')).text;

test('A-3-011 texts and pictures are told to everyone and are on the sign-in page', async () => {
  const picture = pngOf(40, 20, '<script>alert(1)</script>');
  const { status, json } = await send({
    login_title: 'Acme access',
    footer_content:
      '[Help](https://help.example/a) **now** <img src=x onerror=alert(1)> [x](javascript:alert(1))',
    logo_logout: file(picture),
    favicon: file(pngOf(16, 16)),
    login_image: file(pngOf(300, 200)),
  });
  expect(status, JSON.stringify(json)).toBe(200);
  const look = await open();
  expect(look).toMatchObject({ login_title: 'Acme access', logo_index: '/static/mark.svg' });
  for (const name of ['logo_logout', 'favicon', 'login_image'])
    expect(look[name]).toMatch(/^\/media\/settings\/[0-9a-f]{64}\.png$/);
  const stored = await api.as({ anonymous: true }).get(look.logo_logout ?? '');
  expect([stored.status, stored.headers['content-type']]).toEqual([200, 'image/png']);
  expect(stored.headers['content-security-policy']).toContain('sandbox');
  expect(stored.raw.rawPayload).toEqual(pngOf(40, 20));
  const shown = await page();
  for (const part of [
    `<img class="logo" src="${look.logo_logout}"`,
    `<link rel="icon" href="${look.favicon}"`,
  ])
    expect(shown).toContain(part);
  expect(shown).toContain(`class="art own" aria-hidden="true"><img src="${look.login_image}"`);
  expect(shown).toContain(
    '<a href="https://help.example/a" rel="noopener noreferrer">Help</a> <strong>now</strong>',
  );
  expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt; [x](javascript:alert(1))');
  expect(shown).toMatch(/<title>[^<]* · Acme access<\/title>/);
  expect(shown).toContain('Sign in with your Acme access account.');
});

test('B-7-018 the logo is a picture, small for sign-in pages and the other one for the console', async () => {
  const logo = async (query = '') => {
    const { status, headers, raw } = await api.as({ anonymous: true }).get(`/api/v1/settings/logo/${query}`);
    return [status, headers['content-type'], raw.rawPayload.length];
  };
  expect(await logo()).toEqual([200, 'image/svg+xml', expect.any(Number)]);
  await send({ logo_index: file(pngOf(64, 32)), logo_logout: file(pngOf(20, 20)) });
  expect(await logo('?size=big')).toEqual([200, 'image/png', pngOf(64, 32).length]);
  expect(await logo('?size=small')).toEqual([200, 'image/png', pngOf(20, 20).length]);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
test.each<[string, File, RegExp]>([
  ['SVG with a script', file(svg, 'logo.svg', 'image/svg+xml'), /PNG and JPEG/],
  ['SVG that calls itself PNG', file(svg), /PNG and JPEG/],
  [
    'a page that begins like a PNG',
    file(Buffer.concat([pngOf(1, 1).subarray(0, 8), Buffer.from(svg)])),
    /damaged/,
  ],
  ['a GIF', file('GIF89a\u0001\u0000\u0001\u0000'), /PNG and JPEG/],
  ['more bytes than allowed', file(Buffer.alloc(1024 * 1024 + 1, 0x89)), /1024 KiB/],
  ['a picture wider than allowed', file(pngOf(5_000, 1)), /4096 pixels/],
  ['an empty file', file(''), /PNG and JPEG/],
])('%s is refused on its field, and nothing is changed', async (_what, picture, reason) => {
  const { status, json } = await send({ login_title: 'Changed', logo_index: picture });
  expect([status, json]).toEqual([400, { logo_index: [expect.stringMatching(reason)] }]);
  expect(await open()).toMatchObject({ login_title: 'Gatehouse', logo_index: '/static/mark.svg' });
});

test('a picture is taken by its content, whatever its name and its header say', async () => {
  const { json } = await send({ favicon: file(pngOf(8, 8), '../../evil.svg', 'image/svg+xml') });
  expect(json.favicon).toMatch(/^\/media\/settings\/[0-9a-f]{64}\.png$/);
});

test('a replaced picture stays as long as the operate log names it, and one that is used stays anyway', async () => {
  const first =
    (await send({ favicon: file(pngOf(9, 9)), logo_index: file(pngOf(9, 9)) })).json.favicon ?? '';
  const statusOf = async (path: string) => (await api.as({ anonymous: true }).get(path)).status;
  await send({ favicon: file(pngOf(10, 10)) });
  expect(await statusOf(first)).toBe(200);
  const { json } = await send({ logo_index: '' });
  expect(json.logo_index).toBe('/static/mark.svg');
  const tidy = () => removeUnnamedPictures(api.services);
  await tidy();
  expect(await statusOf(first)).toBe(200);
  await api.pool.query('delete from audits_operatelog');
  await tidy();
  expect([await statusOf(first), await statusOf(json.favicon ?? '')]).toEqual([404, 200]);
});

test('a change of the look is reverted from its log entry, pictures with it', async () => {
  const caller = api.as({ superuser: true });
  const first = (await send({ login_title: 'Acme', favicon: file(pngOf(11, 11)) })).json.favicon;
  await send({ login_title: 'Other', favicon: file(pngOf(12, 12)), theme: 'custom', theme_color: '#ffd400' });
  const { rows } = await api.pool.query('select id from audits_operatelog order by datetime desc limit 1');
  const params = { id: rows[0].id as string };
  const { json } = await caller.call('GET /api/v1/settings/changes/:id/', { params });
  expect(json).toMatchObject({ is_setting: true, can_revert: true });
  expect(json.diff).toContainEqual({ field: 'Title', before: 'Other', after: 'Acme' });
  expect((await caller.post(`/api/v1/settings/changes/${params.id}/revert/`)).status).toBe(200);
  expect(await open()).toMatchObject({ login_title: 'Acme', favicon: first, theme: 'classic_green' });
  const other = api.as({ permissions: ['audits.view_operatelog', 'settings.view_setting'] });
  expect((await other.post(`/api/v1/settings/changes/${params.id}/revert/`)).status).toBe(403);
});

test('the look is changed on its page alone, not as settings', async () => {
  const admin = api.as({ superuser: true });
  const at = '/api/v1/settings/setting/?category=interface';
  expect((await admin.patch(at, { INTERFACE_LOGIN_TITLE: 'x' })).status).toBe(404);
  expect((await admin.get(at)).json).not.toHaveProperty('INTERFACE_LOGIN_TITLE');
});

test('a theme colours pages and clients, readable in light and dark; restoring ends it', async () => {
  const caller = api.as({ permissions });
  const themes = (await caller.get(`${url}themes/`)).json as { name: string; colors: Look }[];
  expect(themes[0]).toEqual({ name: 'classic_green', colors: {} });
  expect(themes.every(({ name, colors }, at) => at === 0 || (name && colors['--color-primary']))).toBe(true);
  expect((await send({ theme: 'custom', theme_color: '#ffd400' })).status).toBe(200);
  expect(await open()).toMatchObject({
    theme: 'custom',
    theme_info: { colors: { '--color-primary': '#ffd400' } },
  });
  expect(await page()).toContain('href="/core/look.css?c=ffd400"');
  const style = (await api.as({ anonymous: true }).get('/core/look.css')).text;
  const [, light = '', dark = ''] = /--primary:light-dark\((#\w+),(#\w+)\)/.exec(style) ?? [];
  expect(contrast(light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(dark, '#151b24')).toBeGreaterThanOrEqual(4.5);
  expect((await caller.put(`${url}restore/`, {})).json).toEqual({
    success: 'The look of the product is restored',
  });
  expect(await open()).toMatchObject({ theme: 'classic_green', theme_info: {}, login_title: 'Gatehouse' });
  expect((await api.as({ anonymous: true }).get('/core/look.css')).text).toBe('');
});

test.each([
  [{ theme: 'no such theme' }, 'theme'],
  [{ theme: 'custom', theme_color: 'red;}body{display:none' }, 'theme_color'],
  [{ theme: 'custom', theme_color: '' }, 'theme_color'],
  [{ login_title: '' }, 'login_title'],
  [{ footer_content: 'x'.repeat(4_097) }, 'footer_content'],
])('%j is refused on %s', async (parts, name) => {
  const { status, json } = await send(parts as Record<string, string>);
  expect([status, Object.keys(json)]).toEqual([400, [name]]);
});

test('A-6-053 the look needs its permission, and a licence', async () => {
  for (const caller of [api.as({}), api.as({ permissions, lacks: new Set(permissions) })]) {
    expect((await caller.get(url)).status).toBe(403);
    expect((await send({ login_title: 'x' }, caller)).status).toBe(403);
    expect((await caller.put(`${url}restore/`, {})).status).toBe(403);
  }
  expect((await api.as({ permissions }).get(url)).json).toMatchObject({
    login_title: 'Gatehouse',
    theme_color: '',
  });
  expect(Object.keys(imageSettings)).toHaveLength(4);
});

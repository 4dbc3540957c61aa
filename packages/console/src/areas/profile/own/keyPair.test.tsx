// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { profileWith } from '../../../../test/profileWith.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { ProfileInfo } from '../ProfileInfo.tsx';
import { PublicKeyForm } from './PublicKeyForm.tsx';

const GENERATE = '/core/auth/profile/pubkey/generate/';
const fingerprint = '0a:1b';

afterEach(() => vi.unstubAllGlobals());

/** A page of a user who may sign in with keys; downloads are captured. */
const open = async (page: React.ReactElement, profile: object, made: unknown = 'PRIVATE KEY') => {
  const files: { name: string; blob: Blob }[] = [];
  let blob = new Blob();
  Object.assign(URL, {
    createObjectURL: (source: Blob) => {
      blob = source;
      return 'blob:x';
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, blob });
  });
  const rendered = await renderPage({
    page,
    routes: {
      [`GET ${GENERATE}`]: made,
      ...answerTo(
        'GET /api/v1/users/profile/',
        profileWith({
          username: 'ann',
          can_public_key_auth: true,
          public_key_comment: 'ann@gatehouse',
          public_key_hash_md5: 'ff:ff',
        }),
      ),
    },
  });
  const { session } = rendered.platform;
  session.setProfile({ ...session.get().profile, can_public_key_auth: true, ...profile } as never);
  return { ...rendered, files };
};

test('a key pair is created on the information page, and its private key saved once', async () => {
  const { screen, user, server, files } = await open(<ProfileInfo />, { username: 'ann' });
  await user.click(await screen.findByRole('button', { name: 'New key pair' }));
  await screen.findByText('Public key stored, private key downloaded');
  expect(files.map(({ name }) => name)).toEqual(['ann-gatehouse.pem']);
  expect(await files[0]?.blob.text()).toContain('PRIVATE KEY');
  expect(server.calls('GET', GENERATE)).toHaveLength(1);
  await screen.findByText('ann@gatehouse ff:ff');
});

test('an existing key is replaced only after confirmation', async () => {
  const { screen, user, server, files } = await open(<PublicKeyForm />, {
    username: 'ann',
    public_key_comment: 'ann@desk',
    public_key_hash_md5: fingerprint,
  });
  const generate = await screen.findByRole('button', { name: 'New key pair' });
  await user.click(generate);
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('ann@desk');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect([server.calls('GET', GENERATE).length, files.length]).toEqual([0, 0]);
  await user.click(generate);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Generate' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await screen.findByDisplayValue('ff:ff')).toBeTruthy();
});

test('a refused key pair saves no private key', async () => {
  const refusal = answer(400, { public_key: ['Signing in with SSH keys is switched off.'] });
  const { screen, user, server, files } = await open(<ProfileInfo />, { username: 'ann' }, refusal);
  await user.click(await screen.findByRole('button', { name: 'New key pair' }));
  await waitFor(() => expect(server.calls('GET', GENERATE)).toHaveLength(1));
  expect(files).toEqual([]);
  expect(screen.queryByText('Public key stored, private key downloaded')).toBeNull();
});

test('without SSH key sign-in there is no button for a new key pair', async () => {
  const { screen } = await open(<ProfileInfo />, { can_public_key_auth: false });
  await screen.findByRole('button', { name: 'Password' });
  expect(screen.queryByRole('button', { name: 'New key pair' })).toBeNull();
});

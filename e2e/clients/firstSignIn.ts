import type { Gatehouse } from '../fixtures/gatehouse.ts';
import type { ApiClient } from './api.ts';

/**
 * Signs the administrator in to a fresh installation, chooses a password and signs in with it; fails if that
 * does not lead to the console.
 */
export const signInFirst = async (
  gatehouse: Pick<Gatehouse, 'url' | 'adminPassword'>,
  admin: ApiClient,
  password: string,
): Promise<void> => {
  const landed = await admin.signIn('admin', await gatehouse.adminPassword());
  const token = new URL(landed, gatehouse.url).searchParams.get('token') ?? '';
  await admin.call('GET', landed);
  const form = { token, next: '', new_password: password, confirm_password: password };
  await admin.submit('/core/auth/password/reset/', form);
  const arrived = await admin.signIn('admin', password);
  if (!/^\/(ui\/)?$/.test(arrived)) throw new Error(`the first sign-in led to ${arrived}`);
};

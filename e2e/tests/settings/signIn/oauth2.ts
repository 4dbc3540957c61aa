import { startOauthServer } from '../../../../packages/server/test/servers/oauthServer.ts';
import type { Office } from '../office.ts';
import { panelAt } from '../panelAt.ts';

/** An administrator fills in the panel; a user signs in through the provider, and out of it again. */
export const enterByProvider = async ({ estate, desk, door }: Office): Promise<void> => {
  const provider = await startOauthServer();
  try {
    // Where the provider sends browsers back to; other panels leave another address.
    await estate.set('SITE_URL', estate.gatehouse.url);
    const panel = panelAt(desk);
    await panel.open('auth#OAuth2');
    await panel.fill({
      Provider: 'Corp',
      'Client ID': 'gatehouse',
      'Authorization endpoint': `${provider.url}/authorize`,
      'Token endpoint': `${provider.url}/token`,
      'User info endpoint': `${provider.url}/userinfo`,
      'End-session endpoint': `${provider.url}/logout`,
      'User attributes': '{"username": "login", "name": "name", "email": "contact.mail"}',
    });
    await panel.turn('OAuth 2.0', true);
    await panel.save();
    await door.goto('/core/auth/login/');
    await door.getByRole('link', { name: 'Sign in with Corp' }).click();
    await door.waitForURL(/\/ui\//);
    await door.goto('/core/auth/logout/');
    await door.getByRole('button', { name: 'Sign out' }).click();
    await door.waitForURL(`${provider.url}/logout**`);
    await door.getByText('signed out').waitFor();
    await desk.reload();
    await panel.turn('OAuth 2.0', false);
    await panel.save();
  } finally {
    await provider.stop();
  }
};

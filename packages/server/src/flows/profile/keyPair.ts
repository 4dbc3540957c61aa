import { generateKeyPair } from '@gatehouse/contract/calls/users.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import { type HttpPorts, inTransaction } from '../../engine/http.ts';
import { newPrivateKey, publicKeyOf } from '../../platform/crypto/sshKey.ts';
import type { Settings } from '../../platform/settings.ts';
import { changeOwnRow } from './changeOwnRow.ts';

/** Name that appears in the private key's file name and in the public key's comment. */
const product = 'gatehouse';

/**
 * Creates the user's key pair: the public key is stored, the private key is only in the answer. The reference
 * does this by GET; as for any change, a browser must send the CSRF token (reference 02 §8.1).
 */
export const addKeyPair = (ports: HttpPorts, { settings }: { settings: Settings }): void => {
  bind(ports, generateKeyPair, async ({ ctx: { actor }, request }) => {
    if (!settings.get('TERMINAL_PUBLIC_KEY_AUTH')) throw fieldError('public_key', 'key_login_off');
    const privateKey = newPrivateKey();
    const public_key = publicKeyOf(privateKey, `${actor.username}@${product}`);
    if (!request.facts) throw new Error('nobody asks');
    await inTransaction(request.facts, ports, (ctx) => changeOwnRow(actor.id, { public_key }, ctx));
    const name = encodeURIComponent(`${actor.username}-${product}.pem`);
    return whole({
      headers: {
        'content-type': 'application/x-pem-file',
        'content-disposition': `attachment; filename*=UTF-8''${name}`,
        'cache-control': 'no-store',
      },
      body: privateKey,
    });
  });
};

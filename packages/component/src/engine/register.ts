import { REGISTRATION_PATH, registrationSchema } from '@gatehouse/contract/wire/terminal.ts';
import type { Http } from '../platform/http.ts';
import type { AccessKey } from '../platform/signature.ts';

/** Registers a component with the server; returns its access key. */
export const register = async (
  http: Http,
  component: { name: string; type: string; bootstrap_token: string },
): Promise<AccessKey> => {
  const answer = await http.send({
    method: 'POST',
    path: REGISTRATION_PATH,
    headers: { authorization: `BootstrapToken ${component.bootstrap_token}` },
    json: { name: component.name, type: component.type, comment: '' },
  });
  return registrationSchema.parse(answer).service_account.access_key;
};

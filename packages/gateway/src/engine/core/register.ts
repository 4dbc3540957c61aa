import { REGISTRATION_PATH, registrationSchema } from '@gatehouse/contract/wire/terminal.ts';
import type { Http } from '../../platform/http.ts';
import type { AccessKey } from '../../platform/signature.ts';

/** Introduces this gateway to the control plane and brings home its access key. */
export const register = async (
  http: Http,
  component: { name: string; bootstrap_token: string },
): Promise<AccessKey> => {
  const answer = await http.send({
    method: 'POST',
    path: REGISTRATION_PATH,
    headers: { authorization: `BootstrapToken ${component.bootstrap_token}` },
    json: { name: component.name, type: 'koko', comment: '' },
  });
  return registrationSchema.parse(answer).service_account.access_key;
};

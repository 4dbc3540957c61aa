import { ENTRY_FILE } from '@gatehouse/contract/ops/playbookFiles.ts';
import { ownMethodParamsSchema, type Target } from '@gatehouse/contract/wire/machineWork.ts';
import type { WayDeps } from '../../engine/way.ts';
import { secretForms, secretsOf } from '../withoutSecrets.ts';
import type { PlaybookRun } from './members.ts';

/**
 * The run of a method that an administrator has written. Plays read `params`, `asset`, and of an account that is changed
 * or pushed `account` with its new secret: for this alone, something secret enters the confinement (decision 0474).
 */
export const runOfMethod = ({ operation, connection, change, work }: Target): PlaybookRun => {
  const { playbook, parameters } = ownMethodParamsSchema.parse(operation.params);
  const named = Object.entries(parameters).map(([name, value]) => [`params.${name}`, value]);
  const { name, address } = connection.asset;
  return {
    key: `${work} ${operation.method} ${JSON.stringify(parameters)}`,
    files: [{ path: ENTRY_FILE, content: Buffer.from(playbook).toString('base64') }],
    isSecret: change !== null,
    params: {
      variables: {
        ...{ 'asset.name': name, 'asset.address': address },
        ...Object.fromEntries(named),
        ...(change && {
          ...{ 'account.username': change.username, 'account.secret': change.secret },
          'account.secret_type': change.secret_type,
        }),
      },
      ...{ parameters: {}, dry_run: false },
    },
  };
};

/** What a run prints, without the secrets of its target. */
export const withoutSecretsOf = (
  { connection, change, switching }: Target,
  print: NonNullable<WayDeps['print']>,
): NonNullable<WayDeps['print']> => {
  const secrets = [connection.account.secret, change?.secret, change?.old_secret, ...secretsOf(switching)];
  const forms = secrets.flatMap((secret) => (secret ? secretForms(secret) : []));
  return (text) => print(forms.reduce((rest, form) => rest.replaceAll(form, '***'), text));
};

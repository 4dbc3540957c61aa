import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { HeldSecret } from '@gatehouse/contract/wire/machineWork.ts';
import { TargetFailure, targetFailure } from '../engine/targetFailure.ts';
import type { Switching } from '../engine/way.ts';

/** A secret as it is, and as a word of a shell, which a machine that prints its input shows. */
export const secretForms = (secret: string): string[] => [secret.replaceAll("'", `'\\''`), secret];

/** The secrets of the accounts from which another one switches. */
export const secretsOf = (switching: Switching | null | undefined): string[] =>
  switching?.from.map(({ secret }) => secret) ?? [];

/** What failed, without secrets in what the machine printed: that of the sign-in and others. */
export const withoutSecrets = (
  error: unknown,
  connection: ConnectionSecret,
  { secrets = [], holds = null }: { secrets?: readonly (string | null)[]; holds?: HeldSecret | null } = {},
): TargetFailure => {
  const forms = [...secrets, connection.account.secret].flatMap((secret) =>
    secret ? secretForms(secret) : [],
  );
  const masked = (text: string): string => forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
  const { status, key, params, output, exitCode } = targetFailure(error, connection);
  const told = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? masked(value) : value,
  ]);
  return new TargetFailure(status, key, Object.fromEntries(told), {
    ...{ output: masked(output), holds },
    ...(exitCode !== null && { exitCode }),
  });
};

import { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { HeldSecret, TargetReport } from '@gatehouse/contract/wire/machineWork.ts';
import { legible, legibleLine } from './legible.ts';

type Status = Exclude<TargetReport['status'], 'ok'>;
type Params = Record<string, string | number>;

/** How long a reason may be that comes from a machine or a driver. */
const MOST_DETAIL = 200;
/** How much of what a machine printed is kept to explain a failure. */
const MOST_EXPLANATION = 4 * 1024;

/** Work on a target did not succeed; `key` names the text in the `errors` locale files. */
export class TargetFailure extends Error {
  override name = 'TargetFailure';
  readonly status: Status;
  readonly key: string;
  readonly params: Params;
  readonly output: string;
  /** Which secret is valid, if one was to be changed and this is known. */
  readonly holds: HeldSecret | null;
  readonly exitCode: number | null;
  constructor(
    status: Status,
    key: string,
    params: Params = {},
    more: { output?: string; holds?: HeldSecret | null; exitCode?: number } = {},
  ) {
    super(key);
    this.status = status;
    this.key = key;
    this.params = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'string' ? legibleLine(value, MOST_DETAIL) : value,
      ]),
    );
    this.holds = more.holds ?? null;
    this.output = legible((more.output ?? '').slice(0, MOST_EXPLANATION));
    this.exitCode = more.exitCode ?? null;
  }
}

/** Where a connection leads, as texts name it. */
export const placeOf = ({ asset, protocol }: ConnectionSecret): { address: string; port: number } => ({
  address: asset.address,
  port: asset.protocols.find(({ name }) => name === protocol)?.port ?? 0,
});

const ofSession = ({ reason, params }: SessionFailure, connection: ConnectionSecret): TargetFailure => {
  const place = placeOf(connection);
  const { username } = connection.account;
  switch (reason) {
    case 'connect_timeout':
      return new TargetFailure('unreachable', 'machine_no_answer_in_time', place);
    case 'jump_host_failed':
      return new TargetFailure('unreachable', 'machine_jump_hosts', { names: params.names ?? '' });
    case 'host_key_changed':
    case 'host_key_unconfirmed':
      return new TargetFailure('unreachable', `machine_${reason}`, {
        host: params.host ?? '',
        fingerprint: params.fingerprint ?? '',
      });
    case 'algorithms_too_old':
      return new TargetFailure('unreachable', 'machine_algorithms_old', place);
    case 'auth_failed':
    case 'login_cancelled':
      return new TargetFailure('refused', 'machine_refused', { ...place, username });
    case 'key_invalid':
      return new TargetFailure('refused', 'machine_key_unusable', { username });
    default:
      return new TargetFailure('unreachable', 'machine_no_answer', {
        ...place,
        detail: params.detail ?? reason,
      });
  }
};

/** Why work on a target failed, whatever was thrown. */
export const targetFailure = (error: unknown, connection: ConnectionSecret): TargetFailure => {
  if (error instanceof TargetFailure) return error;
  if (error instanceof SessionFailure) return ofSession(error, connection);
  const detail = error instanceof Error ? error.message : String(error);
  return new TargetFailure('failed', 'machine_work_failed', { ...placeOf(connection), detail });
};

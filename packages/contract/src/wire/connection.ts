/** Redeeming a connection token, checking its permission again, and host keys (reference 04 §17, 05 §9.2). */

import { z } from 'zod';
import { MOST_PORT } from '../network/ports.ts';

/**
 * POST `{id, visitor?, remote_addr?}`: the secret of one connection; a one-time token expires when it is redeemed.
 * `visitor` is the mark of the connecting user (`VISITOR_HEADER`): a token opens only for its own user, and says where
 * the user is. Components that sign users in themselves, or that connect without a user's window, send none; they may
 * say in `remote_addr` where the user is.
 */
export const CONNECTION_SECRET_PATH = '/api/v1/authentication/super-connection-token/secret/';
/**
 * PATCH `{id, session?, visitor?}`: whether permission and rules still allow what a redeemed token opened, and until
 * when. `visitor` is the mark of a window that resumes the session.
 */
export const CONNECTION_RENEWAL_PATH = '/api/v1/authentication/super-connection-token/renewal/';
/** PATCH `{connections: [{id, session}]}`: the same for several of the component's own sessions at once. */
export const CONNECTION_RENEWALS_PATH = '/api/v1/authentication/super-connection-token/renewals/';
/** Maximum number of sessions in one such call. */
export const MOST_RENEWALS = 64;
/** POST a host key that a component saw; the server decides whether it is trusted. */
export const HOST_KEYS_PATH = '/api/v1/terminal/host-keys/';

const labelled = z.object({ value: z.string(), label: z.string() });
const protocol = z.object({ name: z.string(), port: z.number().int().min(1).max(MOST_PORT) });
const platformProtocol = protocol.extend({
  setting: z.record(z.string(), z.unknown()).default({}),
});

/** A host key remembered for one address and port. */
export const knownHostKeySchema = z.object({
  /** e.g. `ssh-ed25519`. */
  key_type: z.string(),
  /** `SHA256:` + base64 without padding. */
  fingerprint: z.string(),
  /** Base64 of the public key blob. */
  key: z.string(),
});

/** An account with its secret, for this connection only. */
export const secretAccountSchema = z.object({
  id: z.string().nullable().default(null),
  name: z.string(),
  /**
   * Account name of the permission, or `@INPUT`, `@USER`, `@ANON`; with `@INPUT` and `@USER` the user may
   * correct a refused secret.
   */
  alias: z.string(),
  /** Empty: the user is asked. */
  username: z.string(),
  /** `password` or `ssh_key`. */
  secret_type: labelled,
  /** Empty: the user is asked. */
  secret: z.string(),
  /** Passphrase of an `ssh_key`. */
  passphrase: z.string().nullable().default(null),
  privileged: z.boolean().optional(),
  /** The account from which to switch; components switch by themselves only where it is given. */
  su_from: z.null().optional(),
});

/** A jump host of the asset's zone, with the account for connecting to it. */
export const jumpHostSchema = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  protocols: z.array(protocol),
  platform: z.object({ protocols: z.array(platformProtocol).default([]) }).optional(),
  account: secretAccountSchema,
  known_host_keys: z.array(knownHostKeySchema).default([]),
});

/** A choice by its value, or labelled. */
const choiceOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.union([z.enum(values), z.looseObject({ value: z.enum(values) })]);

/** Commands that a filter names (reference 04 §16.2). */
export const commandGroupSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: choiceOf(['command', 'regex']),
  content: z.string(),
  ignore_case: z.boolean(),
});

/** A rule for the commands of one connection (reference 04 §16.3). */
export const commandFilterSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  command_groups: z.array(commandGroupSchema),
  action: choiceOf(['reject', 'accept', 'review', 'warning']),
  /** 1 to 100; 100 decides first. */
  priority: z.number(),
  is_active: z.boolean().default(true),
});

/** Answer of `super-connection-token/secret/`; components of the protocol read more of it than ours. */
export const connectionSecretSchema = z.looseObject({
  /** Id of the token. */
  id: z.string(),
  user: z.looseObject({ id: z.string(), name: z.string(), username: z.string() }),
  asset: z.looseObject({
    id: z.string(),
    name: z.string(),
    address: z.string(),
    org_id: z.string(),
    protocols: z.array(protocol),
  }),
  account: secretAccountSchema.loose(),
  platform: z.looseObject({
    id: z.union([z.number(), z.string()]).optional(),
    name: z.string(),
    charset: labelled,
    /** `setting.old_ssh_version` of `ssh` allows old algorithms. */
    protocols: z.array(platformProtocol.loose()).default([]),
  }),
  /** Jump hosts in the order to try; the first that accepts its account is used. Empty: connect directly. */
  domain: z
    .object({ id: z.string(), name: z.string(), gateways: z.array(jumpHostSchema) })
    .nullable()
    .default(null),
  /** Trusted keys of the asset's address and ssh port. */
  known_host_keys: z.array(knownHostKeySchema).default([]),
  protocol: z.string(),
  connect_method: z.union([z.string(), z.looseObject({ value: z.string() })]).default('web_cli'),
  connect_options: z.record(z.string(), z.unknown()).default({}),
  /** Rules that decide each command before the machine gets it; none: commands are not held. */
  command_filter_acls: z.array(commandFilterSchema).default([]),
  /** The ticket whose approval lets the connection through, where a rule asked for one. */
  from_ticket: z.string().nullable().default(null),
  actions: z.array(labelled),
  /** When the permission ends, in Unix seconds; null when it has no end. */
  expire_at: z.number().int().nullable(),
  /** Address from which the user connects, for the session row. */
  remote_addr: z.string().default(''),
});

/** Answer of `super-connection-token/renewal/`: `ok: false` ends the session, for the reason in `reason`. */
export const connectionRenewalSchema = z.object({
  ok: z.boolean(),
  reason: z.enum(['permission_expired', 'user_disabled', 'rule_refused']).optional().catch(undefined),
  msg: z.string().default(''),
  expire_at: z.number().int().nullable().default(null),
  /** The rules that decide the session's commands from now on; absent: they stay as they are. */
  command_filter_acls: z.array(commandFilterSchema).optional(),
});

/**
 * Answer of `super-connection-token/renewals/`. Sessions that the component does not hold, or that do not belong to the
 * token's user and asset, are missing. `filters` is the index of a session's rules in the list that sessions share;
 * null: they stay as they are.
 */
export const connectionRenewalsSchema = z.object({
  renewals: z.array(
    connectionRenewalSchema
      .omit({ command_filter_acls: true })
      .extend({ session: z.string(), filters: z.number().int().nullable().default(null) }),
  ),
  filters: z.array(z.array(commandFilterSchema)).default([]),
});

/** What a component reports when an asset or jump host shows an unknown key. */
export const hostKeyReportSchema = knownHostKeySchema.extend({
  /** Asset id (jump hosts are assets too). */
  asset: z.string(),
  address: z.string(),
  port: z.number().int().min(1).max(MOST_PORT),
  session: z.string().default(''),
});

/**
 * Answer to a host key report: `trusted` if the key already was, or if it is the first one and may be trusted as such;
 * `unconfirmed` if it is the first one but may not (decision 0431); `changed` if another key was expected. Secrets go
 * only to machines with a trusted key; an administrator can accept the others.
 */
export const hostKeyVerdictSchema = z.object({
  id: z.string(),
  status: z.enum(['trusted', 'unconfirmed', 'changed']),
});

export type ConnectionSecret = z.infer<typeof connectionSecretSchema>;
export type CommandFilter = z.infer<typeof commandFilterSchema>;
export type ConnectionRenewal = z.infer<typeof connectionRenewalSchema>;
export type ConnectionRenewals = z.infer<typeof connectionRenewalsSchema>;
export type SecretAccount = z.infer<typeof secretAccountSchema>;
export type JumpHost = z.infer<typeof jumpHostSchema>;
export type KnownHostKey = z.infer<typeof knownHostKeySchema>;
export type HostKeyReport = z.infer<typeof hostKeyReportSchema>;
export type HostKeyVerdict = z.infer<typeof hostKeyVerdictSchema>;

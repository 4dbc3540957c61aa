import type { SecretType } from '@gatehouse/contract/assets/secretTypes.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../engine/context.ts';
import { isSlowToOpen, openingLimits } from '../../platform/crypto/isSlowToOpen.ts';
import { type PasswordRules, randomPassword } from '../../platform/crypto/randomPassword.ts';
import { newPrivateKey, type PrivateKey, readPrivateKey } from '../../platform/crypto/sshKey.ts';
import { createParsing } from '../../platform/parsing/createParsing.ts';

/** Columns that hold a secret. */
export type SecretColumns = { secret: string | null; ssh_key_fingerprint: string | null };

/** Parses the private keys that users send; some texts keep the parser busy for a second. */
const parse = createParsing({
  places: 2,
  waiting: { all: 1_000, own: 1_000 },
  memoryMegabytes: 128,
  patienceMs: 10_000,
  idleMs: 3_000,
});

const keyColumns = (key: PrivateKey | undefined, ctx: Context): SecretColumns => {
  if (!key) throw fieldError('secret', 'ssh_key_unreadable');
  return { secret: ctx.engine.vault.seal(key.text), ssh_key_fingerprint: key.fingerprint };
};

const foreignKey = async (
  text: string,
  passphrase: string,
  ctx: Context,
): Promise<PrivateKey | undefined> => {
  const tooSlow = () => fieldError('secret', 'ssh_key_too_slow', openingLimits);
  if (isSlowToOpen(text)) throw tooSlow();
  const sender = { who: ctx.actor.id, signal: new AbortController().signal };
  const found = await parse({ format: 'key', passphrase, file: Buffer.from(text) }, sender);
  if (found === 'busy' || 'refused' in found) throw tooSlow();
  return 'key' in found ? found.key : undefined;
};

/** Seals a secret that was generated here. */
export const secretColumns = (plain: string, type: string, ctx: Context): SecretColumns =>
  type === 'ssh_key'
    ? keyColumns(readPrivateKey(plain, ''), ctx)
    : { secret: ctx.engine.vault.seal(plain), ssh_key_fingerprint: null };

/** Validates a plain secret by its type and seals it. */
const sentColumns = async (
  plain: string,
  type: string,
  passphrase: string,
  ctx: Context,
): Promise<SecretColumns> => {
  if (type === 'password' && /^\{\{[\s\S]*\}\}$/.test(plain)) throw fieldError('secret', 'secret_template');
  if (type === 'ssh_key') return keyColumns(await foreignKey(plain, passphrase, ctx), ctx);
  return { secret: ctx.engine.vault.seal(plain), ssh_key_fingerprint: null };
};

/** The part of a template about secrets. */
export type SecretPattern = {
  secret: string | null;
  secret_type: string;
  secret_strategy: string;
  password_rules: Partial<PasswordRules>;
  ssh_key_fingerprint?: string | null;
};

/** The secret a template gives an account: the template's own, or a new one for each account. */
export const secretFrom = (template: SecretPattern, ctx: Context): SecretColumns => {
  if (template.secret_strategy !== 'random')
    return {
      secret: template.secret ?? null,
      ssh_key_fingerprint: template.ssh_key_fingerprint ?? null,
    };
  const isKey = template.secret_type === 'ssh_key';
  const plain = isKey ? newPrivateKey() : randomPassword(template.password_rules ?? {});
  return secretColumns(plain, template.secret_type, ctx);
};

/** The stored secret of an account or a template. */
type Holder = SecretColumns & { secret_type: SecretType };
/** The secret as sent in a request. */
type Sent = { secret_type?: SecretType; secret?: string | null; passphrase?: string | null };

const opened = (sealed: string | null | undefined, ctx: Context): string | undefined =>
  sealed ? ctx.engine.vault.open(sealed) : undefined;

/**
 * What a write changes about the stored secret: nothing when none or the same one was sent. When only its
 * type changes, the stored one is validated as the new type.
 */
export const writtenSecret = async (
  values: Sent,
  before: Holder | undefined,
  ctx: Context,
): Promise<SecretColumns | undefined> => {
  const type = values.secret_type ?? before?.secret_type ?? 'password';
  const retyped = before !== undefined && type !== before.secret_type;
  const kept = opened(before?.secret, ctx);
  const secret = opened(values.secret, ctx) ?? (retyped ? kept : undefined);
  if (secret === undefined) return undefined;
  const passphrase = values.passphrase ? ctx.decrypt(values.passphrase) : '';
  const columns = await sentColumns(secret, type, passphrase, ctx);
  return before && !retyped && opened(columns.secret, ctx) === kept
    ? { secret: before.secret, ssh_key_fingerprint: before.ssh_key_fingerprint }
    : columns;
};

/** Facts about a secret that do not reveal it. */
export const specInfo = (rows: readonly Holder[]): { ssh_key_fingerprint?: string }[] =>
  rows.map(({ secret_type, ssh_key_fingerprint }) =>
    secret_type === 'ssh_key' && ssh_key_fingerprint ? { ssh_key_fingerprint } : {},
  );

/** For each row, whether it has a secret. */
export const hasSecret = (rows: readonly Holder[]): boolean[] => rows.map((row) => Boolean(row.secret));

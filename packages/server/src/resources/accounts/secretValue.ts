import type { SecretType } from '@gatehouse/contract/assets/secretTypes.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../engine/context.ts';
import { isSlowToOpen, openingLimits } from '../../platform/crypto/isSlowToOpen.ts';
import { type PasswordRules, randomPassword } from '../../platform/crypto/randomPassword.ts';
import { newPrivateKey, type PrivateKey, readPrivateKey } from '../../platform/crypto/sshKey.ts';
import { createParsing } from '../../platform/parsing/createParsing.ts';
import { isLost } from '../../platform/secretStore/secretStore.ts';

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

/** A secret that is ready to be stored. */
type Ready = { plain: string; fingerprint: string | null };

const readyKey = (key: PrivateKey | undefined): Ready => {
  if (!key) throw fieldError('secret', 'ssh_key_unreadable');
  return { plain: key.text, fingerprint: key.fingerprint };
};

/** Seals a secret and puts it where secrets belong; if that fails, the write is refused. */
const stored = async ({ plain, fingerprint }: Ready, { engine }: Context): Promise<SecretColumns> => ({
  secret: await engine.secrets.keep(engine.vault.seal(plain)),
  ssh_key_fingerprint: fingerprint,
});

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

/** Stores a secret that was generated here. */
export const secretColumns = (plain: string, type: string, ctx: Context): Promise<SecretColumns> =>
  stored(type === 'ssh_key' ? readyKey(readPrivateKey(plain, '')) : { plain, fingerprint: null }, ctx);

/** Validates a plain secret by its type. */
const validated = async (plain: string, type: string, passphrase: string, ctx: Context): Promise<Ready> => {
  if (type === 'password' && /^\{\{[\s\S]*\}\}$/.test(plain)) throw fieldError('secret', 'secret_template');
  if (type === 'ssh_key') return readyKey(await foreignKey(plain, passphrase, ctx));
  return { plain, fingerprint: null };
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
export const secretFrom = async (template: SecretPattern, ctx: Context): Promise<SecretColumns> => {
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

/** The secret of a row, wherever it lies; undefined if the row has none. */
export const openedSecret = async (
  held: string | null | undefined,
  { engine }: Pick<Context, 'engine'>,
): Promise<string | undefined> => {
  const [sealed] = await engine.secrets.fetch([held]);
  return sealed ? engine.vault.open(sealed) : undefined;
};

/** The stored secret to compare another with; undefined also if it is lost, so that it can be replaced. */
export const replacedSecret = (
  held: string | null | undefined,
  ctx: Pick<Context, 'engine'>,
): Promise<string | undefined> =>
  openedSecret(held, ctx).catch((error: unknown) => {
    if (isLost(error)) return undefined;
    throw error;
  });

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
  if (!values.secret && !retyped) return undefined;
  const kept = await (values.secret ? replacedSecret : openedSecret)(before?.secret, ctx);
  const secret = (await openedSecret(values.secret, ctx)) ?? kept;
  if (secret === undefined) return undefined;
  const passphrase = values.passphrase ? ctx.decrypt(values.passphrase) : '';
  const ready = await validated(secret, type, passphrase, ctx);
  return before && !retyped && ready.plain === kept
    ? { secret: before.secret, ssh_key_fingerprint: before.ssh_key_fingerprint }
    : stored(ready, ctx);
};

/** Facts about a secret that do not reveal it. */
export const specInfo = (rows: readonly Holder[]): { ssh_key_fingerprint?: string }[] =>
  rows.map(({ secret_type, ssh_key_fingerprint }) =>
    secret_type === 'ssh_key' && ssh_key_fingerprint ? { ssh_key_fingerprint } : {},
  );

/** For each row, whether it has a secret. */
export const hasSecret = (rows: readonly Holder[]): boolean[] => rows.map((row) => Boolean(row.secret));

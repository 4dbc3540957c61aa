import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { Passwords } from '../../../platform/crypto/password.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { Licence } from '../../licence/licence.ts';
import type { PasswordBackend, SignInBackend } from './backend.ts';
import { type Circuits, createCircuits } from './circuits.ts';
import { oauth2 } from './elsewhere/oauth2.ts';
import { localPassword } from './password/localPassword.ts';
import { tempToken } from './password/tempToken.ts';

/** What backends and their register use. */
export type BackendDeps = {
  passwords: Passwords;
  vault: Vault;
  settings: Settings;
  licence: Pick<Licence, 'isValid'>;
};

/** Every way to sign in, in the order in which passwords are checked unless a setting says another. */
// biome-ignore format: one line for each.
const everyBackend = (deps: BackendDeps): SignInBackend[] => [
  localPassword(deps),
  tempToken(deps),
  oauth2(),
];

/** The register of ways to sign in, which the sign-in, its page and its explanation share. */
export type Backends = {
  /** All of them; tests add their own. */
  all: SignInBackend[];
  /** Those that are enabled, in their order. */
  enabled(): SignInBackend[];
  /** An enabled one of a shape, by its name. */
  find<S extends SignInBackend['shape']>(
    shape: S,
    name: string,
  ): Extract<SignInBackend, { shape: S }> | undefined;
  circuits: Circuits;
};

/** Those that the setting names come first, in its order. */
const orderOf = (order: readonly string[], name: SignInMethod): number => {
  const at = order.indexOf(name);
  return at >= 0 ? at : order.length;
};

const isOfShape = <S extends SignInBackend['shape']>(
  backend: SignInBackend,
  shape: S,
): backend is Extract<SignInBackend, { shape: S }> => backend.shape === shape;

/** Creates the register. */
export const createBackends = (deps: BackendDeps): Backends => {
  const { settings, licence } = deps;
  const all = everyBackend(deps);
  const enabled = () => {
    const order = settings.get('AUTH_BACKENDS_ORDER');
    return all
      .filter((backend) => backend.isEnabled(settings) && (!backend.isLicensed || licence.isValid()))
      .sort((a, b) => orderOf(order, a.name) - orderOf(order, b.name));
  };
  return {
    all,
    enabled,
    find: (shape, name) => {
      for (const backend of enabled()) if (backend.name === name && isOfShape(backend, shape)) return backend;
      return undefined;
    },
    circuits: createCircuits(),
  };
};

/** The enabled backends that check passwords, in their order. */
export const passwordBackends = (backends: Pick<Backends, 'enabled'>): PasswordBackend[] =>
  backends.enabled().filter((backend) => backend.shape === 'password');

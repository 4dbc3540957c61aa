import type { FieldSpec } from '../resource/fields.ts';
import type { ParsedOf } from '../resource/fieldTypes.ts';

/** When a changed setting takes effect, in words for `docs/settings.md`. */
export const settingEffects = {
  request: 'with the next request',
  signIn: 'at the next sign-in',
  password: 'when a password is set next',
  session: 'for sessions opened from then on',
  event: 'with the next event',
  page: 'when the console is loaded next',
  component: 'within a second',
  backup: 'with the next backup',
  night: 'at the next nightly clean-up',
  review: 'with the next access review',
  unused: 'at the next check for unused users',
  start: 'when the server starts next',
  nothing: 'nothing yet',
} as const;

type SettingFacts = {
  effect: keyof typeof settingEffects;
  /**
   * Readable by every signed-in user (with `INTERFACE` by everyone); a name puts the setting into that object
   * of the answer.
   */
  public?: true | 'PASSWORD_RULE' | 'INTERFACE';
  /** Sent to components with their configuration. */
  component?: true;
  /** Marked in `docs/settings.md` as needing a valid licence. */
  licence?: true;
  /** Environment variable that takes precedence over the default. */
  variable?: `GATEHOUSE_${string}`;
  /**
   * Settings that determine where and as which user this secret is sent; changing one of them without sending
   * a new secret clears the secret.
   */
  bound?: readonly string[];
};

/** The value of a setting, by the kind of its field. */
type ValueOf<F> = F extends { kind: 'secret' } ? string : ParsedOf<F>;

/** One product setting: its field (kind and bounds), its default, and who receives it. */
export type SettingSpec = SettingFacts & { field: FieldSpec; initial: unknown };

/**
 * Builds one setting. Forms offer the default unless the field is required or a secret, or the default is an
 * object or a list.
 */
export const setting = <const F extends FieldSpec, const M extends SettingFacts>(
  field: F,
  initial: ValueOf<F>,
  facts: M,
) => {
  const isRequired = field.required === true || field.told?.required === true;
  const isOffered = !isRequired && field.kind !== 'secret' && typeof initial !== 'object';
  return {
    ...facts,
    field: (isOffered ? { ...field, default: initial } : field) as F,
    initial: initial as ValueOf<F>,
  };
};

/** Settings behind one permission, read and changed together (`?category=`); labels are in `panels.json`. */
export type SettingCategory = {
  permission: string;
  /** Required for changing them, where `permission` is only enough for reading. */
  change?: string;
  /**
   * Neither read nor changed by clients as settings; `page`: changed on a page of its own, by files and by reverting a
   * change.
   */
  closed?: true | 'page';
  /** Settings of other categories that are read and changed here as well. */
  also?: readonly string[];
  /** Address that tests a panel's values before they are saved. */
  test?: string;
  settings: { readonly [name: string]: SettingSpec };
};

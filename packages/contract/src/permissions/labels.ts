import type { Permission } from './permission.ts';

/**
 * Returns the text of a key of the `permissions` locale file with `{name}` filled in; undefined for a key
 * without a text.
 */
export type PermissionText = (key: string, params?: { name: string }) => string | undefined;

const verbOf = (permission: Permission): string | undefined => {
  const [verb, ...rest] = permission.codename.split('_');
  return rest.join('_') === permission.model ? verb : undefined;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Chinese needs a space between Han and Latin characters, which joining a verb and a name leaves out. */
const spaced = (text: string): string => text.replace(/(\p{Script=Han})(?=[A-Za-z])/gu, '$1 ');

/** Title of a model (`app.model`), e.g. "Asset permissions". */
export const modelLabel = (model: string, text: PermissionText): string =>
  capital(text(`models.${model}`) ?? model);

/** Label of a permission: its own text, else its verb with the name of the model, else `app.codename`. */
export const permissionLabel = (permission: Permission, text: PermissionText): string => {
  const own = text(`codenames.${permission.app}.${permission.codename}`);
  if (own) return own;
  const name = text(`models.${permission.app}.${permission.model}`);
  const verb = verbOf(permission);
  const composed = verb && name && text(`verbs.${verb}`, { name });
  return composed ? spaced(composed) : `${permission.app}.${permission.codename}`;
};

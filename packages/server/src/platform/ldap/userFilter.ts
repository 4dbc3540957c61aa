import { LdapFailure } from './ldapFailure.ts';

/** Where a filter of the settings takes the name. */
const place = '%(user)s';
const longestName = 256;

/** A text as the value of a filter (RFC 4515 §3): nothing in it ends the value or stands for anything else. */
const escaped = (text: string): string =>
  text.replace(/[*()\\\0]/g, (found) => `\\${found.charCodeAt(0).toString(16).padStart(2, '0')}`);

const parted = (template: string): string[] => {
  const parts = template.trim().split(place);
  if (parts.length < 2) throw new LdapFailure('filter', `${place} is missing`);
  // The library reads on past what is missing at the end.
  const count = (sign: string) => parts.join('').split(sign).length;
  if (count('(') !== count(')')) throw new LdapFailure('filter', template);
  return parts;
};

/** The filter that finds one user, or undefined for a name that no entry can have. */
export const filterOfUser = (template: string, username: string): string | undefined => {
  const parts = parted(template);
  const isName = username !== '' && username.length <= longestName && username.isWellFormed();
  return isName ? parts.join(escaped(username)) : undefined;
};

/** The filter that finds all users. */
export const filterOfAll = (template: string): string => parted(template).join('*');

/** Where a permission may be granted: in organization and system roles, or in system roles only. */
export type PermissionScope = 'org' | 'system';

/** One permission; its name on the wire is `app.codename`. */
export type Permission = { app: string; model: string; codename: string; scope: PermissionScope };

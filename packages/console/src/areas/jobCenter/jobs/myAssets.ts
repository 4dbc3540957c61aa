/** The assets that the user may use. */
export const MY_ASSETS = '/api/v1/perms/users/self/assets/';

/** Collection URL of users. */
export const USERS_URL = '/api/v1/users/users/';

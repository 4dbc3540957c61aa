/** Collection URL of people. */
export const USERS_URL = '/api/v1/users/users/';

/** Collection URL of ticket comments. */
export const COMMENTS_URL = '/api/v1/tickets/comments/';

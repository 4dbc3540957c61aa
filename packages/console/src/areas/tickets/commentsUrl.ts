/** Collection URL of what was said about tickets. */
export const COMMENTS_URL = '/api/v1/tickets/comments/';

/** Days within which a permission ends that a reviewer lets expire. */
export const mostDaysToEnd = 30;

/** Reviews that are decided together. */
export const mostReviews = 1000;

/** Days after which a review without a decision is overdue, and between its reminders. */
export const daysToDecide = 7;

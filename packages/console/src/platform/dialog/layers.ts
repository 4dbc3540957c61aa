/**
 * The z-index of questions to the user: above menus and pickers, also those in drawers and dialogs, and below
 * notifications (2050).
 */
export const QUESTION_LAYER = 1900;

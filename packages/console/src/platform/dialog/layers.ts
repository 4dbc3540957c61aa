/**
 * Layer of questions that the user has not asked for: above menus and pickers, also those in drawers and
 * dialogs, and below notifications (2050).
 */
export const QUESTION_LAYER = 1900;

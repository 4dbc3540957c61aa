/**
 * Layer of unprompted questions: above menus and pickers, also those of drawers and dialogs, and below toasts
 * (2050).
 */
export const QUESTION_LAYER = 1900;

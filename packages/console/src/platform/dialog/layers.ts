/** Layer of questions that come unasked: over menus and pickers, also those of drawers and dialogs, and below toasts (2050). */
export const QUESTION_LAYER = 1900;

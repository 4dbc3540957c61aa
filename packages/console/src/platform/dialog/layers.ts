/** Layer of questions that come unasked: over menus and pickers of the library (1050), which may stand open, below its toasts. */
export const QUESTION_LAYER = 1100;

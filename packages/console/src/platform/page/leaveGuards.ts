/** Pages and dialogs with unsaved changes, and whether the user has agreed to lose them. */
const unsaved = new Set<symbol>();
let isAgreed = false;
let pending: Promise<boolean> | undefined;

/** Registers a page or dialog with unsaved changes; returns a function that unregisters it. */
export const guardPage = (): (() => void) => {
  const page = Symbol('page');
  unsaved.add(page);
  return () => {
    unsaved.delete(page);
    if (unsaved.size > 0) return;
    isAgreed = false;
    // A question that is still open is about what is no longer there.
    pending = undefined;
  };
};

/** The user's agreement covers one navigation: what is still open afterwards asks again. */
export const forgetAgreement = (): void => {
  isAgreed = false;
};

/** Whether something would be lost without the user's consent. */
export const isGuarded = (): boolean => unsaved.size > 0 && !isAgreed;

/**
 * Asks only once while several navigations start; once the user has agreed, what is open does not ask again.
 */
export const askToLeave = (ask: () => Promise<boolean>): Promise<boolean> => {
  if (pending) return pending;
  const asked = ask().then((isGone) => {
    if (pending === asked) pending = undefined;
    if (isGone) isAgreed = unsaved.size > 0;
    return isGone;
  });
  pending = asked;
  return asked;
};

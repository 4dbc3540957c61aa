/** Pages with unsaved changes, and whether the user already agreed to lose them. */
const unsaved = new Set<symbol>();
let isAgreed = false;
let pending: Promise<boolean> | undefined;

/** Registers a page with changes; returns a function that unregisters it. */
export const guardPage = (): (() => void) => {
  const page = Symbol('page');
  unsaved.add(page);
  return () => {
    unsaved.delete(page);
    if (unsaved.size === 0) isAgreed = false;
  };
};

/** A page still open after a navigation was not left: it asks again. */
export const forgetAgreement = (): void => {
  isAgreed = false;
};

/** Whether something would be lost without the user's consent. */
export const isGuarded = (): boolean => unsaved.size > 0 && !isAgreed;

/** Asks once, however many navigations start meanwhile; after a yes the open pages ask no more. */
export const askToLeave = (ask: () => Promise<boolean>): Promise<boolean> => {
  pending ??= ask().then((isGone) => {
    pending = undefined;
    if (isGone) isAgreed = unsaved.size > 0;
    return isGone;
  });
  return pending;
};

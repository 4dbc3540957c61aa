/** Pages with changes that are not saved, and whether the person already agreed to lose them. */
const unsaved = new Set<symbol>();
let isAgreed = false;
let asked: Promise<boolean> | undefined;

/** Counts a page with changes; the answer takes it off again. */
export const guardPage = (): (() => void) => {
  const page = Symbol('page');
  unsaved.add(page);
  return () => {
    unsaved.delete(page);
    if (unsaved.size === 0) isAgreed = false;
  };
};

/** A page that is still open after a navigation was not left: it asks again. */
export const forgetAgreement = (): void => {
  isAgreed = false;
};

/** Whether something would be lost that nobody agreed to lose. */
export const isGuarded = (): boolean => unsaved.size > 0 && !isAgreed;

/** Asks once, however many ways lead away meanwhile; after a yes the pages now open ask no more. */
export const askToLeave = (ask: () => Promise<boolean>): Promise<boolean> => {
  asked ??= ask().then((isGone) => {
    asked = undefined;
    if (isGone) isAgreed = unsaved.size > 0;
    return isGone;
  });
  return asked;
};

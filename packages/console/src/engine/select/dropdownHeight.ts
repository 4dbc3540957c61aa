const SHARE = 0.6;

/** Largest height of a drop-down list, in pixels. */
export const dropdownHeight = (): number => Math.round(window.innerHeight * SHARE);

const SHARE = 0.6;

/** Maximum height of a drop-down list, in pixels. */
export const dropdownHeight = (): number => Math.round(window.innerHeight * SHARE);

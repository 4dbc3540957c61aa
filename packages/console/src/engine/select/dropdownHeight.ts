const SHARE = 0.6;

/** Most a drop-down list takes of the window, in pixels. */
export const dropdownHeight = (): number => Math.round(window.innerHeight * SHARE);

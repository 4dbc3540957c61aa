/** How the keyboard of this machine names the key of shortcuts. */
export const modKey = /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl';

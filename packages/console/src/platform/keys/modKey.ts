/** Name of the shortcut modifier on this machine. */
export const modKey = /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl';

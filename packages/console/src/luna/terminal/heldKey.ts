const ESCAPE = '\x1b';
const ARROW = /^[[O]([A-D])$/;

/** What a key sends while Ctrl is held; keys that Ctrl does not change send the same. */
export const withCtrl = (data: string): string => {
  const arrow = data.startsWith(ESCAPE) && ARROW.exec(data.slice(1));
  if (arrow) return `${ESCAPE}[1;5${arrow[1]}`;
  if (/^[a-z@-_]$/i.test(data)) return String.fromCharCode(data.toUpperCase().charCodeAt(0) & 0x1f);
  return data === ' ' ? '\x00' : data;
};

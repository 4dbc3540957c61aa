/** A file of a playbook that is open: as it was last read or saved, and as it is typed now. */
export type OpenFile = { path: string; saved: string; text: string; version: string; isBinary: boolean };

/** The open files, in the order of their tabs, and the one in front. */
export type WorkspaceState = { files: readonly OpenFile[]; active: string | undefined };

export type WorkspaceEvent =
  | { kind: 'opened'; file: Omit<OpenFile, 'text'> }
  | { kind: 'picked'; path: string }
  | { kind: 'typed'; path: string; text: string }
  | { kind: 'saved'; path: string; text: string; version: string }
  | { kind: 'closed'; path: string }
  | { kind: 'moved'; from: string; to: string }
  | { kind: 'removed'; path: string };

/** Nothing is open. */
export const nothingOpen: WorkspaceState = { files: [], active: undefined };

/** Whether a file has unsaved changes. */
export const isModified = ({ saved, text }: OpenFile): boolean => saved !== text;

/** Whether a path is another one, or lies in it. */
export const isAtOrIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

/** Without some files; the tab beside the one that was in front comes to the front. */
const without = (state: WorkspaceState, isGone: (path: string) => boolean): WorkspaceState => {
  const files = state.files.filter(({ path }) => !isGone(path));
  if (state.active === undefined || !isGone(state.active)) return { ...state, files };
  const at = state.files.findIndex(({ path }) => path === state.active);
  const before = state.files.slice(0, at).findLast(({ path }) => !isGone(path));
  return { files, active: (before ?? files[0])?.path };
};

const change = (state: WorkspaceState, at: string, to: Partial<OpenFile>): WorkspaceState => ({
  ...state,
  files: state.files.map((file) => (file.path === at ? { ...file, ...to } : file)),
});

/** What an event makes of the open files. */
export const workspaceAfter = (state: WorkspaceState, event: WorkspaceEvent): WorkspaceState => {
  switch (event.kind) {
    case 'opened': {
      const file = { ...event.file, text: event.file.saved };
      const isOpen = state.files.some(({ path }) => path === file.path);
      return {
        files: isOpen ? change(state, file.path, file).files : [...state.files, file],
        active: file.path,
      };
    }
    case 'picked':
      return { ...state, active: event.path };
    case 'typed':
      return change(state, event.path, { text: event.text });
    case 'saved':
      return change(state, event.path, { saved: event.text, version: event.version });
    case 'closed':
      return without(state, (path) => path === event.path);
    case 'removed':
      return without(state, (path) => isAtOrIn(path, event.path));
    case 'moved': {
      const moved = (path: string) =>
        isAtOrIn(path, event.from) ? event.to + path.slice(event.from.length) : path;
      return {
        files: state.files.map((file) => ({ ...file, path: moved(file.path) })),
        active: state.active === undefined ? undefined : moved(state.active),
      };
    }
  }
};

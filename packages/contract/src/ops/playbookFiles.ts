/** Limits of a playbook's files; messages state them. */
export const playbookLimits = {
  /** Bytes of an uploaded archive. */
  archive: 10 * 1024 * 1024,
  /** Bytes of one file, and of all files together. */
  file: 1024 * 1024,
  all: 20 * 1024 * 1024,
  /** Files and folders together. */
  entries: 1_000,
  /** Folders below one another, and the file in the last one. */
  depth: 10,
  /** Characters of a name, and of a path. */
  name: 128,
  path: 512,
} as const;

/** The file that a run starts with; it is at the top, and is neither renamed nor deleted. */
export const ENTRY_FILE = 'main.yml';
/** How clients of the protocol name the folder of a playbook itself. */
export const ROOT_KEY = 'root';

/** Why a name or a path is refused: the key of a message in `errors`, and its values. */
export type PathProblem = { key: string; params: Record<string, string | number> };

/** Control characters, marks that change the direction of text, and characters that are not seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;
/** What separates paths, or means something to shells, archives or file systems of runners and users. */
const signs = /[/\\:*?"<>|]/;

/** Why this is no name for a file or folder; undefined if it is one. */
export const nameProblem = (name: string): PathProblem | undefined => {
  const shown = name.slice(0, 64).replace(new RegExp(unseen, 'gu'), '\ufffd');
  if (name === '') return { key: 'playbook_name_empty', params: {} };
  if ([...name].length > playbookLimits.name || new TextEncoder().encode(name).length > 255)
    return { key: 'playbook_name_long', params: { name: shown, max: playbookLimits.name } };
  if (unseen.test(name)) return { key: 'playbook_name_unseen', params: { name: shown } };
  if (signs.test(name)) return { key: 'playbook_name_signs', params: { name: shown } };
  // Blanks and dots at the ends are lost on some systems, so that two names become one.
  if (/^[.]{1,2}$|[. ]$|^ /.test(name)) return { key: 'playbook_name_ends', params: { name: shown } };
  return undefined;
};

/** The names of a path, from the top. */
export const namesIn = (path: string): string[] => path.split('/');

/** Why this is no path of a file or folder of a playbook; undefined if it is one. */
export const pathProblem = (path: string): PathProblem | undefined => {
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || namesIn(path).includes('..') || path.includes('\\'))
    return {
      key: 'playbook_path_outside',
      params: { path: path.slice(0, 64).replace(new RegExp(unseen, 'gu'), '\ufffd') },
    };
  if ([...path].length > playbookLimits.path)
    return { key: 'playbook_path_long', params: { max: playbookLimits.path } };
  if (namesIn(path).length > playbookLimits.depth)
    return { key: 'playbook_path_deep', params: { path: path.slice(0, 64), max: playbookLimits.depth } };
  for (const name of namesIn(path)) {
    const problem = nameProblem(name);
    if (problem) return problem;
  }
  return undefined;
};

/** A path as it is stored: two ways to write the same characters are one. */
export const storedPath = (path: string): string => path.normalize('NFC');

/** Paths that are one on some systems have the same folded path: no playbook has both. */
export const foldedPath = (path: string): string =>
  path.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();

/** The folder that holds a path; empty for the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
/** The last name of a path. */
export const nameOfPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** A name in a folder. */
export const pathIn = (folder: string, name: string): string => (folder ? `${folder}/${name}` : name);

/** Every folder that a path lies in, from the top. */
export const foldersAbove = (path: string): string[] =>
  namesIn(path)
    .slice(0, -1)
    .map((_name, at, names) => names.slice(0, at + 1).join('/'));

/** A name that is free: `new_file.yml`, then `new_file.yml(1)`, as clients of the protocol expect. */
export const freeName = (wanted: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(wanted)) return wanted;
  for (let number = 1; ; number += 1) if (!isTaken(`${wanted}(${number})`)) return `${wanted}(${number})`;
};

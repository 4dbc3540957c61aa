import { folderOf, nameOfPath, ROOT_KEY } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { ListedEntry } from '../../resources/ops/playbook/files.ts';

const byName = (a: ListedEntry, b: ListedEntry): number =>
  Number(b.is_folder) - Number(a.is_folder) || (a.path < b.path ? -1 : 1);

/** A file or folder as clients of the protocol draw it. */
export const nodeOf = ({ path, is_folder: isParent }: ListedEntry) => ({
  id: path,
  name: nameOfPath(path),
  title: nameOfPath(path),
  pId: folderOf(path) || ROOT_KEY,
  isParent,
  open: isParent,
  temp: false,
  ...(!isParent && { iconSkin: 'file' }),
});

/** The playbook itself, then its folders and files, each under the folder that holds it. */
export const treeOf = (name: string, entries: readonly ListedEntry[]) => [
  { id: ROOT_KEY, name, title: name, pId: '', isParent: true, open: true, temp: false },
  ...entries.toSorted(byName).map(nodeOf),
];

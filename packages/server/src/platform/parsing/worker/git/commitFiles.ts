import { Excess } from '../../limits.ts';
import type { ArchivedFile, ArchiveLimits } from '../../messages.ts';
import { type GitObject, objectsIn } from './pack.ts';

const mebibyte = 1024 * 1024;
const hashLength = 20;
/** Folders below one another; the names of files are judged by others. */
const deepest = 64;
const plainFiles: ReadonlySet<string> = new Set(['100644', '100755', '100664']);
const [folder, link, submodule] = ['40000', '120000', '160000'];

const refuse = (): never => {
  throw new Excess('unusual');
};

type Child = { mode: string; name: string; hash: string };

/** A name in a folder; Git's own folder is none, in whatever spelling some system takes for it. */
const soundName = (raw: Buffer): string => {
  let name = '';
  try {
    name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    refuse();
  }
  const folded = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  const isGits = /^(?:\.git|git~\d+)$/.test(folded);
  return name === '' || name === '.' || name === '..' || name.includes('/') || isGits ? refuse() : name;
};

const childrenOf = (tree: Buffer): Child[] => {
  const children: Child[] = [];
  for (let at = 0; at < tree.length; ) {
    const [blank, zero] = [tree.indexOf(0x20, at), tree.indexOf(0, at)];
    if (blank < 0 || zero < blank || zero + 1 + hashLength > tree.length) refuse();
    const next = zero + 1 + hashLength;
    children.push({
      mode: tree.toString('latin1', at, blank),
      name: soundName(tree.subarray(blank + 1, zero)),
      hash: tree.toString('hex', zero + 1, next),
    });
    at = next;
  }
  return children;
};

/** The files of a commit from the pack that has it whole, each with its path. */
export const filesOfCommit = (pack: Buffer, commit: string, most: ArchiveLimits): ArchivedFile[] => {
  const objects = objectsIn(pack, most);
  const read = (hash: string, type: GitObject['type']): Buffer => {
    const object = objects.get(hash);
    return object?.type === type ? object.bytes : refuse();
  };
  const files: ArchivedFile[] = [];
  let [entries, unpacked] = [0, 0];
  const addFile = (name: string, bytes: Buffer) => {
    unpacked += bytes.length;
    if (unpacked > most.unpacked) throw new Excess('unpacked', most.unpacked / mebibyte);
    files.push({ name, bytes });
  };
  const walk = (hash: string, prefix: string, depth: number): void => {
    if (depth > deepest) refuse();
    for (const child of childrenOf(read(hash, 'tree'))) {
      entries += 1;
      if (entries > most.entries) throw new Excess('entries', most.entries);
      const path = `${prefix}${child.name}`;
      if (child.mode === link) throw new Excess('link');
      if (child.mode === submodule) throw new Excess('submodule');
      if (child.mode === folder) walk(child.hash, `${path}/`, depth + 1);
      else if (plainFiles.has(child.mode)) addFile(path, read(child.hash, 'blob'));
      else refuse();
    }
  };
  const [, tree] = /^tree ([0-9a-f]{40})\n/.exec(read(commit, 'commit').toString('latin1', 0, 64)) ?? [];
  walk(tree ?? refuse(), '', 0);
  return files;
};

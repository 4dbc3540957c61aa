/**
 * Files by how long they take, longest first. Those that share the modules of their project come last,
 * project by project: a worker that switches to another project loads all modules of that project.
 */
export const inOrder = <File>(
  files: readonly File[],
  facts: { secondsOf: (file: File) => number; sharedBy: (file: File) => string | undefined },
): File[] => {
  const groups = Map.groupBy(files, facts.sharedBy);
  const alone = groups.get(undefined) ?? [];
  groups.delete(undefined);
  return [alone, ...groups.values()].flatMap((group) =>
    group.toSorted((a, b) => facts.secondsOf(b) - facts.secondsOf(a)),
  );
};

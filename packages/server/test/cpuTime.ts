/** Milliseconds of the processor that some work takes, whatever else the machine is busy with. */
export const cpuTime = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

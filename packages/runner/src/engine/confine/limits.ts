/** What a confined run may use. */
export type Limits = {
  /** Bytes of memory of all its processes together, and of address space of each. */
  memory: number;
  addresses: number;
  processes: number;
  /** Seconds of processor time of each process. */
  seconds: number;
  /** Bytes of one file, and of its folder, which is memory too. */
  file: number;
  folder: number;
  /** Files and folders that it may have. */
  entries: number;
  openFiles: number;
};

const mebibyte = 1024 * 1024;

/** Enough for Ansible with some workers; less would end it on its own account. */
export const usualLimits: Limits = {
  memory: 768 * mebibyte,
  addresses: 1024 * mebibyte,
  processes: 96,
  seconds: 3600,
  file: 32 * mebibyte,
  folder: 96 * mebibyte,
  entries: 20_000,
  openFiles: 256,
};

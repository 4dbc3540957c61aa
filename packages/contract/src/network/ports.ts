/** Highest port of TCP and UDP. */
export const MOST_PORT = 65_535;
